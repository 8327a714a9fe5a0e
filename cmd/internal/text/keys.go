package text

// Key names a sentence, or a word that sentences are made of. The comment says
// what its arguments are.
type Key uint16

// Words.
const (
	SideBlack  Key = iota
	SideWhite      //
	Black          // the colour of a stone
	White          //
	OneStone       // colour
	TwoStones      // colour
	ManyStones     // number, colour
	And            // between the last two of a list
	Comma          // between the others

	// What the game waits for.

	BoardLost      // why, as a sentence
	LightsLost     // why
	BoardWaiting   // the board has not been read yet
	BoardTooSmall  // columns, rows it has, columns, rows the game needs
	HandsMend      // in place of what a person would be asked to do
	ClearBoard     // a new game, and stones on the board
	PutTurn        // side, stones of the whole turn
	PutRest        // number there, number due, stones still to come
	PressLever     // side
	RefusedKo      // points
	RefusedSuperko // points
	RefusedSuicide // points
	CountDraw
	CountLead   // side, by how much
	CountHow    //
	CountAgreed // side, the other
	TurnShort   //
	Thinking
	PlaceStones     // stones, points
	ArmPlaces       // stones, points
	ArmLifts        // points
	ArmClears       //
	ArmFailed       //
	ArmLiftFailed   //
	ArmDropped      // colour
	ArmLow          // stones
	ArmEmpty        // colour
	ArmAway         // why
	ArmStopPressed  //
	ArmDoorOpen     //
	ArmWaits        //
	ArmWhyEmergency //
	ArmWhyReset     //
	ArmWhyDoor      //
	ArmWhyHold      //
	ArmWhyCut       //
	ArmWhyMissing   //
	ArmWhyFailing   //
	ArmGoesOn       //
	ArmNotStopped   //
	MenuResumeArm   //
	NoTrays         //
	MenuRefill      //
	PlaceUnseen     // stones, points
	Paused          //
	ThinkerFailed   // why
	JournalFailed   // one of the Why keys, or a cause
	WhyFull         //
	WhyReadOnly     //
	WhyForbidden    //
	WhyBroken       //
	LossMended      //
	LossPart        // number of turns
	LossAll         //
	LossNewer       // number of turns
	LossAside       // file
	ArchiveFailed   // one of the Why keys, or a cause
	TooHotAt        // degrees Celsius
	TooHot          //
	PowerWeak       //

	// What is wrong on the board.

	StoneMoved   // from, to
	Replaced     // point, colour that belongs there
	Missing      // colour, point
	OutOfTurn    // point, side to move
	TooMany      // number due, point
	RefusedTurn  // points, why
	FoulOverline // point
	FoulFours    // point
	FoulThrees   // point
	Extra        // point
	ThenMore     // how many

	// What people do and may do.

	TakingBack   // points
	TakeBackRest // points, points that are to be lifted too
	Captured     // points
	Capturing    // points, the point that captures them

	// What people are asked, and how they answer.

	AskNewGame    //
	AskNextGame   // the game is over, and a person begins
	AskSetUp      //
	AskUnseen     // colour, point
	AskUnseenMany // colour, points
	AskTurns      // side, its points, other side, its points
	AskCapture    // side, its points, the point of the captured stone
	AskColors     // list of ColorOn
	ColorOn       // colour, point
	AnswerYes     // point
	AnswerSide    // point
	AnswerColor   // colour, point
	ElsePutBack   //
	ElseTakeAway  // points
	Yes           //
	No            //
	SideMoves     // side
	StandsOn      // point

	// The openings.

	FirstPlayer     //
	SecondPlayer    //
	PutOpening      // player, stones
	PutFifths       // side, stones
	OnlyPoint       // point
	LitPoints       //
	AskChoice       // player
	AskFifth        // points
	OpeningIs       // code, name
	ChooseBlack     //
	ChooseWhite     //
	ChooseTwo       //
	ChooseStone     // point
	Chose           // player, choice
	PeoplePlayNow   // side
	NotCentre       // point, the middle
	NotAdjacent     // point, the middle
	NotCentral      // point, the middle
	NotDifferent    // point
	UnknownOpening  // game, what was asked, what there is
	NothingToChoose //

	// A remote opponent, at the other end of a network.

	RemoteMoves   // side
	RemoteChooses //
	RemoteLong    // minutes
	RemoteChosen  //
	RemoteCut     //
	RemoteLeft    //
	RemoteProblem
	RemoteAsks       // number of turns, points
	RemoteAsksPass   // number of turns
	RemoteAsked      // number of turns
	RemoteRefuses    //
	RemoteLost       //
	RemoteBegins     //
	RemoteUnfinished //
	RemoteBehind     //
	RemoteGuest      //
	RemoteSeats      // side
	RemoteNoPause    //
	RemoteOver       //
	PlayerRemote     //
	GuestBusy        //
	GuestGone        //
	GuestUndo        // side

	// The menu at the board, and its buttons.

	AskMenu         //
	AskMenuNewGame  //
	AskMenuSeats    //
	AskMenuLevel    //
	AskMenuResign   //
	AskMenuShutdown //
	AskMenuSure     // choice
	ResumeHow       // point
	OrMenu          //
	MenuMenu        //
	MenuLevelUp     //
	MenuLevelDown   //
	MenuPIN         //
	PINIs           // figures
	PINNone         //
	PINUnsaid       //
	MenuMute        //
	MenuTurn        //
	MenuTurnOf      // side
	PressAgain      //
	HoldOn          // how long, choice
	OneSecond       //
	SomeSeconds     // number
	NotNow          //
	MenuHow         // list of MenuLight
	MenuLight       // point, choice
	MenuUndo        //
	MenuNewGame     //
	MenuSeats       //
	MenuLevel       //
	MenuMoveNow     //
	MenuPass        //
	MenuAgree       //
	MenuPlayOn      //
	MenuPause       //
	MenuResume      //
	MenuResign      //
	MenuShutdown    //
	MenuClose       //
	PeoplePlay      // side
	PeopleBoth      //
	ChooseCapture   // number of stones
	ChooseTerritory //
	PeopleNone      //
	LevelIs         // level
	DoneSeats       // who plays

	// Calibrating the board.

	CalibWait        //
	CalibClear       //
	CalibStones      // number of stones
	CalibLeft        //
	CalibRight       //
	CalibLit         //
	CalibSweep       // number of points done, number of points
	CalibProgress    // number of points done, number of points
	CalibLast        // points
	CalibNoCorner    //
	CalibNotTheOther //
	CalibNotLit      //
	CalibTooMany     //
	CalibFound       // number of points that work, number of points
	CalibStuck       // points
	CalibDead        // points
	CalibWeak        // points
	CalibPartly      //
	CalibPoints      // number of points
	CalibDone        //
	CalibDoneMasked  // points
	CalibEnded       //
	CalibNotSaved    // cause
	CalibUnread      // file, cause
	CalibForeign     //
	CalibRehung      //
	CalibArm         //
	CalibFirst       //
	CalibNoBoard
	CalibWholeBoard   //
	CalibForgotten    //
	CalibKnownNothing //
	ReviewAt          // number of the turn, turns
	ReviewPut         // colour, point
	ReviewLift        // point
	ReviewPass        // side
	ReviewSetUp       //
	ReviewGuess       // side
	ReviewWrong       //
	ReviewCount       // turns right at the first try, turns
	ReviewOver        //
	ReviewOn          //
	ReviewFirst       //
	ReviewNone        //
	ReviewRemote      //
	ReviewNoBoard     // columns, rows
	ReviewEnded       //
	ReviewWhat        // what was asked, what there is

	// An exhibit that nobody is at.

	AttractAsk    // seconds
	AttractOffer  // side
	AttractClear  //
	AttractDemo   //
	AttractInvite //
	RulesSix      // Connect6, in four steps
	RulesTwo
	RulesFour
	RulesSixWin
	RulesFive // Gomoku
	RulesThree
	RulesOpenFour
	RulesFiveWin
	RulesExactly // Renju
	RulesFouls
	RulesGo // Go
	RulesLiberties
	RulesCapture
	RulesTerritory
	RulesClear    //
	MenuRules     //
	MenuSettings  //
	MenuGame      //
	MenuOpening   //
	MenuClock     //
	MenuTime      //
	MenuInvite    //
	MenuLeave     //
	AskSettings   //
	AskGame       //
	AskGoBoard    //
	AskOpening    //
	AskClock      //
	AskTime       //
	DoneSetting   // setting
	NoClock       //
	FreeOpening   //
	SwapOpening   //
	RenjuOpening  //
	RIFOpening    //
	GameConnect6  //
	GameGomoku    //
	GameStandard  //
	GameRenju     //
	GameGo        //
	InviteOpen    //
	InviteCode    // code, letter by letter
	InviteClosed  //
	InviteFailed  // cause
	ClosesSoon    // minutes, more than one
	ClosesInOne   //
	ClosesNow     //
	ClosedUntil   // weekday, date and time
	ClosedForGood //
	NotClosed     //
	Sunday        // and the other weekdays, in the order of package time
	Monday
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
	ChooseKeep       //
	ChooseAgain      //
	ChooseLeave      //
	ChooseSkip       //
	ChooseFinish     //
	ChooseWhole      //
	ChoosePoints     //
	AskMenuCalibrate //
	MenuCalibrate    //
	MenuMask         //
	AskMaskStuck     // point
	AskMaskDead      // point
	AskMaskLoose     // point
	AskMaskWrong     // point
	DoneMask         // point

	// Helping hands.

	NoHands  //
	BadHands // what was said, and both that can be

	// Shutting down.

	Goodbye         //
	GoodbyeUnsaved  //
	ShutdownOff     //
	ShutdownFailed  // why
	ShutdownUnsaved // one of the Why keys, or a cause

	// What only the voice says.

	BoardGone    // in place of BoardLost
	DeviceSays   // what a device says of itself
	DeviceFaulty // in place of what a device says of itself
	VolumeIs     //

	// How a game ended.

	WinsByLine   // side
	WinsByFive   // side
	YouWinByLine // in place of WinsByLine to the one person who plays, and so on
	YouWinByFive
	YouWinByFives
	YouWinByStuck // other side
	WinsByResign  // side, other side
	WinsByTime    // side, other side
	WinsByFives   // side
	WinsByScore   // side, by how much
	OnePoint      //
	SomePoints    // number
	WinsByCapture // side, number of stones
	DrawCapture
	FirstToCapture // number of stones
	DrawScore
	WinsByStuck // side, other side
	DrawFull
	EndAbandoned //
	DrawFives
	DrawStuck // side

	// Who played.

	PlayerHuman
	PlayerMachine // level

	// Why a command is refused.

	UnknownCommand  // what was asked
	UnknownGame     // what was asked, what there is
	BadLevel        // what was asked, least, most
	BadTime         // what was asked, least, most
	EmptySeats      //
	NothingToUndo   //
	TooManyCommands //
	GuestReplaces   //
	FolderRemade    //
	GameIsOver      //
	NoPass          //
	PassWithStone   //
	PassHandicap    //
	NotCounting     //
	NoStoneThere    //
	NotYourSide     // side
	NoGoMachine     //
	BadGoSize       // what was asked, what there is
	BadGameSize     // game, its board, what was asked
	NotThinking     //
	NobodyToResign  //
	NotAsked        //
	NoSuchAnswer    // what was answered, what could be
	CommandUnfit    // why
	NoVoice         //
	BadVolume       // what was asked
	BadLanguage     // what was asked
	LanguageIs      //

	// Hints, and what the lights show of a game of Go.

	HintSought  //
	HintSave    // point, stone of the chain, stones
	HintCapture // point, stone of the chain, stones
	HintKill    // point, stone of the chain, stones
	HintByKo    //
	HintLine    // moves
	HintJoseki  // point, name
	HintWorth   // point, difference
	HintShape   // name
	HintPass    //
	HintWin     // points
	HintLost    // points
	HintSearch  // points
	HintBy      // adviser, points
	HintPassBy  // adviser
	HintChance  // side, percent
	HintReply   // points
	HintChoice  // choice
	HintNone    //
	HintNotTurn //
	HintRemote  //
	HintFailed  //
	MenuHint    //
	MenuShow    //
	AskMenuShow //
	ShowOff     //
	ShowArea    //
	ShowMap     //
	ShowMoves   //
	ShowIs      // what is shown
	ShowWhat    // what was asked, what there is
	ShowGo      //

	// What an analysis says of a turn.

	ValueWon    //
	ValueLost   //
	ValueDrawn  //
	ValueWins   // number of turns
	ValueLoses  // number of turns
	ValueChance // percent
	JudgedTurn  // side, value
	BeginsWin   // number of turns
	MissesWin   // number of turns, line
	BetterTurn  // value, line
	AllowsWin   // side, line

	later // here begin those of who waits, looks on, or looks after the table
)
