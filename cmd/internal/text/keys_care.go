package text

// Sentences for those who wait to play, who look on, and who look after the table.
const (
	QueueCall       Key = later + iota // who
	QueueNumber                        // a place's number
	QueueFull                          //
	QueueClosed                        //
	QueueUnknown                       //
	QueueEarly                         //
	QueueName                          // characters
	SceneTurn                          // number, side, stones
	SceneThinks                        // number, side
	SceneWins                          // side, k
	SceneBlock                         // side that threatens, how many it has, k, where, the other side
	SceneRow                           // number
	SceneColumn                        // letter
	SceneDiagonal                      // two points
	ArmNone                            //
	ArmNotConfirmed                    //
	ArmMoving                          //
	ArmNotMoved                        // why
	ArmNotNow                          //
	ArmAtBoard                         //
	ArmAskMove                         //
	ArmWhyOperator                     //
	MenuMoveArm                        //
	TimetableNone                      // no exhibit
	TimetableBad                       // what is wrong
	TestWhat                           // what was asked, what there is
	TestNone                           //
	TestVoiceSays                      //

	keys
)
