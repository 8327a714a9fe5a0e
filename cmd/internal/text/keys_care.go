package text

// Sentences for those who wait to play, who look on, and who look after the table, and of
// programs and clocks.
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
	ArmInUse                           //
	ArmAtBoard                         //
	ArmAskMove                         //
	ArmWhyOperator                     //
	MenuMoveArm                        //
	TimetableNone                      // no exhibit
	TimetableBad                       // what is wrong
	TestWhat                           // what was asked, what there is
	TestNone                           //
	TestVoiceSays                      //

	// Other programs that play.

	NoSuchPlayer   // what was asked
	PlaysNot       // player, game
	ProgramFailed  // player
	ProgramGone    // player
	AskMenuProgram //
	MenuProgram    //
	ProgramAlone   //

	// What is said of the clock.

	TimeLow     // seconds
	PeriodsLeft // number of byo-yomi periods
	LastPeriod  //
	OvertimeOf  // number of stones, time as on a clock
	StonesIn    // the same, beside a clock
	StonesLeft  // number of stones
	LastStone   //

	// Puzzles on the board.

	MenuPuzzles  //
	AskRules     //
	PuzzleAt     // number, of how many, grade
	PuzzleOn     //
	PuzzleSolved //
	PuzzleFoul   //
	PuzzleWrong  // side
	PuzzleAgain  //
	AskComplete  // side
	AskOpenFour  // side
	AskFourThree // side
	AskThrees    // side
	AskDouble    // side
	AskForced    // side
	AskDefend    // side
	AskFoul      // side
	AskTrap      // side

	// Matches of programs.

	MatchGames  // the least, the most, what was asked
	MatchPeople //
	MatchSame   //
	MatchStands // games played, games in all, the first player, its wins, the other, its wins, draws
	MatchOver   // the same

	GameFives //

	AskAdviser     //
	AskMenuAdviser //

	// The page from which a game is taken home.

	TakeAbout     // game, day, number of turns
	TakeVisitor   //
	TakePicture   //
	TakeAnimation //
	TakeSGF       //
	TakeUntil     // day
	TakeGone      //

	// What is said instead of a game while the configuration is wrong.

	SettingsWrong //
	SettingsMend  // file
	SettingsVoice // line
	StartFailed   //
	StartRetries  //
	StartMend     // file
	StartVoice    //
	AddressVoice  //

	keys
)
