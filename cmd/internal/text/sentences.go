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

	BoardLost     // why, as a sentence
	LightsLost    // why
	BoardWaiting  // the board has not been read yet
	BoardTooSmall // columns, rows it has, columns, rows the game needs
	ClearBoard    // a new game, and stones on the board
	PutTurn       // side, stones of the whole turn
	PutRest       // number there, number due, stones still to come
	PressLever    // side
	TurnShort     //
	Thinking
	PlaceStones   // stones, points
	ArmPlaces     // stones, points
	ArmFailed     //
	ArmDropped    // colour
	ArmLow        // stones
	ArmEmpty      // colour
	ArmAway       // why
	ArmStopped    // why
	NoTrays       //
	MenuRefill    //
	PlaceUnseen   // stones, points
	Paused        //
	ThinkerFailed // why
	JournalFailed // one of the Why keys, or a cause
	WhyFull       //
	WhyReadOnly   //
	WhyForbidden  //
	WhyBroken     //
	LossMended    //
	LossPart      // number of turns
	LossAll       //
	LossNewer     // number of turns
	LossAside     // file
	ArchiveFailed // one of the Why keys, or a cause
	TooHotAt      // degrees Celsius
	TooHot        //
	PowerWeak     //

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

	// What people are asked, and how they answer.

	AskNewGame    //
	AskNextGame   // the game is over, and a person begins
	AskSetUp      //
	AskUnseen     // colour, point
	AskUnseenMany // colour, points
	AskTurns      // side, its points, other side, its points
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

	// A player elsewhere, at the other end of a network.

	ElsewhereMoves      // side
	ElsewhereCut        //
	ElsewhereLeft       //
	ElsewhereProblem    // why
	ElsewhereAsks       // number of turns, points
	ElsewhereAsked      // number of turns
	ElsewhereRefuses    //
	ElsewhereLost       //
	ElsewhereBegins     //
	ElsewhereUnfinished //
	ElsewhereBehind     //
	ElsewhereGuest      //
	ElsewhereSeats      // side
	ElsewhereNoPause    //
	ElsewhereOver       //
	PlayerElsewhere     //
	GuestBusy           //
	GuestGone           //
	GuestUndo           // side

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
	MenuMute        //
	MenuTurn        //
	PressAgain      //
	HoldOn          // seconds, choice
	NotNow          //
	MenuHow         // list of MenuLight
	MenuLight       // point, choice
	MenuUndo        //
	MenuNewGame     //
	MenuSeats       //
	MenuLevel       //
	MenuMoveNow     //
	MenuPause       //
	MenuResume      //
	MenuResign      //
	MenuShutdown    //
	MenuClose       //
	PeoplePlay      // side
	PeopleBoth      //
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
	ChooseKeep        //
	ChooseAgain       //
	ChooseLeave       //
	ChooseSkip        //
	ChooseFinish      //
	ChooseWhole       //
	ChoosePoints      //
	AskMenuCalibrate  //
	MenuCalibrate     //
	MenuMask          //
	AskMaskStuck      // point
	AskMaskDead       // point
	AskMaskLoose      // point
	AskMaskWrong      // point
	DoneMask          // point

	// Shutting down.

	Goodbye         //
	GoodbyeUnsaved  //
	ShutdownOff     //
	ShutdownFailed  // why
	ShutdownUnsaved // one of the Why keys, or a cause

	// What only the voice says.

	BoardGone    // in place of BoardLost
	DeviceFaulty // in place of what a device says of itself
	VolumeIs     //

	// How a game ended.

	WinsByLine   // side
	WinsByFive   // side
	WinsByResign // side, other side
	WinsByTime   // side, other side
	WinsByFives  // side
	WinsByStuck  // side, other side
	DrawFull
	DrawFives
	DrawStuck // side

	// Who played.

	PlayerHuman
	PlayerMachine // level

	// What is said of the clock.

	TimeLow     // seconds
	PeriodsLeft // number of byo-yomi periods
	LastPeriod  //

	// Why a command is refused.

	UnknownCommand // what was asked
	UnknownGame    // what was asked, what there is
	BadLevel       // what was asked, least, most
	BadTime        // what was asked, least, most
	EmptySeats     //
	NothingToUndo  //
	GameIsOver     //
	NotThinking    //
	NobodyToResign //
	NotAsked       //
	NoSuchAnswer   // what was answered, what could be
	CommandUnfit   // why
	NoVoice        //
	BadVolume      // what was asked

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

	keys
)

// sentences holds every sentence by key, in the order of the languages.
var sentences = [keys][languages]string{
	SideBlack:  {"Black", "黑方"},
	SideWhite:  {"White", "白方"},
	Black:      {"black", "黑"},
	White:      {"white", "白"},
	OneStone:   {"one %s stone", "一枚%s子"},
	TwoStones:  {"two %s stones", "两枚%s子"},
	ManyStones: {"%d %s stones", "%d枚%s子"},
	And:        {" and ", "和"},
	Comma:      {", ", "、"},

	BoardLost:     {"The board cannot be reached: %s", "无法连接棋盘：%s"},
	LightsLost:    {"The lights cannot be reached: %s", "无法连接棋盘的灯：%s"},
	BoardWaiting:  {"Waiting for the board.", "正在等待棋盘。"},
	BoardTooSmall: {"This board has %d x %d points, but the game needs %d x %d. Connect another board or choose another game.", "此棋盘为 %d×%d 路，而本局需要 %d×%d 路。请换棋盘或换一种棋。"},
	ClearBoard:    {"A new game: take all stones off the board.", "新的一局：请取走棋盘上所有的棋子。"},
	PutTurn:       {"%s to move: put down %s.", "轮到%s：请落%s。"},
	PutRest:       {"Stone %d of %d is down. Put down %s more.", "已落第%d枚，共%d枚。请再落%s。"},
	PressLever:    {"%s's stones are down. Press the lever to end the turn.", "%s已落子。请按钟结束这一手。"},
	TurnShort:     {"The turn is not complete yet.", "这一手还没有下完。"},
	Thinking:      {"I am thinking.", "我在思考。"},
	PlaceStones:   {"Please put %s on %s.", "请将%s放在%s。"},
	ArmPlaces:     {"I am putting %s on %s.", "我正在将%s放在%s。"},
	ArmFailed:     {"My arm cannot put the stones down. Please put them where the lights are.", "我的机械臂无法落子。请将棋子放在亮灯处。"},
	ArmDropped:    {"My arm has dropped a %s stone. Please pick it up.", "我的机械臂掉落了一枚%s子。请将它拾起。"},
	ArmLow:        {"My arm has only %s left. Please refill its trays soon.", "我的机械臂只剩%s。请尽快补充棋盒。"},
	ArmEmpty:      {"My arm's tray of %s stones is empty. Please refill it and say so with \"refill\"; until then the lights show where stones go.", "我的机械臂的%s子棋盒已空。请补充后用“refill”告知；在此之前请按灯光落子。"},
	ArmAway:       {"My arm cannot be used: %s. The lights show where stones go.", "我的机械臂无法使用：%s。请按灯光落子。"},
	ArmStopped:    {"My arm was stopped: %s.", "我的机械臂已被停下：%s。"},
	NoTrays:       {"There is no arm here with trays to refill.", "这里没有需要补充棋盒的机械臂。"},
	MenuRefill:    {"trays refilled", "棋盒已补充"},
	PlaceUnseen:   {"Please put %s on %s. The board cannot see stones there.", "请将%s放在%s。棋盘看不见那里的棋子。"},
	Paused:        {"The game is paused.", "对局已暂停。"},
	ThinkerFailed: {"I could not find a move (%s). Press resume to let me try again.", "我没能找到着法（%s）。请按“继续”让我再试一次。"},
	JournalFailed: {"This game is not being saved, because %s. It goes on, and all of it is saved as soon as that works again; do not switch off before.", "本局目前没有保存：%s。对局照常进行，恢复后会全部补存；在此之前请勿断电。"},
	WhyFull:       {"the storage is full (free some space)", "存储空间已满（请清理）"},
	WhyReadOnly:   {"the storage can only be read (check the card)", "存储只能读取（请检查存储卡）"},
	WhyForbidden:  {"the program may not write in its folder (give the folder to the user it runs as)", "程序无权写入其文件夹（请把文件夹交给运行程序的用户）"},
	WhyBroken:     {"the storage has errors (replace the card)", "存储出现错误（请更换存储卡）"},
	LossMended:    {"What was saved of the game was damaged. It was put right from a copy, and nothing is lost.", "保存的对局有损坏，已用副本修复，没有丢失。"},
	LossPart:      {"What was saved of the game is damaged after turn %d; what came later is lost. If its stones are on the board, answer the question whether to play on from there.", "保存的对局在第%d手之后有损坏，之后的内容已丢失。如果棋子还在棋盘上，请回答是否从当前局面继续。"},
	LossAll:       {"What was saved of the game cannot be read, and a new one begins. If its stones are on the board, answer the question whether to play on from there.", "保存的对局无法读取，将开始新的一局。如果棋子还在棋盘上，请回答是否从当前局面继续。"},
	LossNewer:     {"What was saved after turn %d comes from a newer version of this program and cannot be followed. Install that version to have it again.", "第%d手之后的内容由较新版本的程序保存，无法读取。请安装该版本以恢复。"},
	LossAside:     {"It is kept in the file %s.", "原文件保存为 %s。"},
	ArchiveFailed: {"The finished game is not in the list yet, because %s. It is being tried again.", "已结束的对局尚未存入棋谱库：%s。正在重试。"},
	TooHotAt:      {"The computer in the board is too hot (%d °C) and thinks more slowly. Give it air or a fan.", "棋盘内的电脑过热（%d °C），思考变慢。请改善通风或加装风扇。"},
	TooHot:        {"The computer in the board is too hot and thinks more slowly. Give it air or a fan.", "棋盘内的电脑过热，思考变慢。请改善通风或加装风扇。"},
	PowerWeak:     {"The power supply is too weak, and the computer in the board thinks more slowly. Use a stronger supply or a shorter cable.", "电源供电不足，棋盘内的电脑思考变慢。请换用更强的电源或更短的线。"},

	StoneMoved:   {"The stone of %[1]s stands on %[2]s now. Put it back on %[1]s.", "%[1]s的棋子移到了%[2]s。请放回%[1]s。"},
	Replaced:     {"The stone on %s must be %s.", "%s应为%s子。"},
	Missing:      {"The %s stone of %s is missing. Put it back.", "缺少%[2]s的%[1]s子。请放回。"},
	OutOfTurn:    {"The stone on %s has the wrong colour: %s is to move.", "%s的棋子颜色不对：现在轮到%s。"},
	TooMany:      {"Too many stones: this turn takes %d. Take away the stone on %s.", "棋子太多：本手只落%d枚。请取走%s的棋子。"},
	RefusedTurn:  {"%s cannot be played: %s.", "%s不可落子：%s。"},
	FoulOverline: {"%s is forbidden to Black: it makes a row of more than five. Take the stone away.", "%s对黑方是禁手：长连。请取走该子。"},
	FoulFours:    {"%s is forbidden to Black: it makes two fours. Take the stone away.", "%s对黑方是禁手：四四。请取走该子。"},
	FoulThrees:   {"%s is forbidden to Black: it makes two open threes. Take the stone away.", "%s对黑方是禁手：三三。请取走该子。"},
	Extra:        {"The stone on %s does not belong there. Take it away.", "%s不应有棋子。请取走。"},
	ThenMore:     {"Then %d more.", "之后还有%d处。"},

	TakingBack:   {"The stones of %s are lifted. Leave them off to take the turn back, or put them back.", "%s的棋子已拿起。保持拿起即可悔棋，否则请放回。"},
	TakeBackRest: {"The stones of %s are lifted. To take your turn back, lift those of %s too; if not, put them back.", "%s的棋子已拿起。若要悔棋，请把%s的棋子也拿起；否则请放回。"},

	AskNewGame:    {"The board is clear. A new game?", "棋盘已清空。要开始新的一局吗？"},
	AskNextGame:   {"Put down a first stone, and a new game begins.", "落下第一枚棋子即开始新的一局。"},
	AskSetUp:      {"The stones do not stand as in the game. Play on from here? And whose turn is it?", "棋子与对局不符。要从当前局面继续吗？轮到谁？"},
	AskUnseen:     {"Does a %s stone stand on %s? The board cannot see it.", "%[2]s有%[1]s子吗？棋盘看不见那里。"},
	AskUnseenMany: {"Does a %s stone stand on one of %s? The board cannot see there. Answer on the page.", "%[2]s中有%[1]s子吗？棋盘看不见那里。请在网页上回答。"},
	AskTurns:      {"Did %s play %s, and %s then %s?", "%s下了%s，然后%s下了%s，对吗？"},
	AskColors:     {"Stones of both colours were put back. Please check: %s.", "两种颜色的棋子都被放回。请核对：%s。"},
	ColorOn:       {"%s on %s", "%[2]s为%[1]s子"},
	AnswerYes:     {"For yes, put a stone on %s.", "如果是，请在%s放一枚棋子。"},
	AnswerSide:    {"To say so, put a stone of the colour to move on %s; if not, follow the lights.", "请在%s放一枚轮到一方的棋子来回答；否则请按灯光处理。"},
	AnswerColor:   {"For yes, put a %s stone on %s.", "如果有，请将一枚%s子放在%s。"},
	ElsePutBack:   {"If not, put the stones back.", "否则请把棋子放回。"},
	ElseTakeAway:  {"If not, take %s away.", "否则请取走%s。"},
	Yes:           {"Yes", "是"},
	No:            {"No", "否"},
	SideMoves:     {"%s to move", "轮到%s"},
	StandsOn:      {"Yes, on %s", "有，在%s"},

	FirstPlayer:     {"the first player", "先手一方"},
	SecondPlayer:    {"the second player", "后手一方"},
	PutOpening:      {"The opening: %s puts down %s.", "开局：%s放%s。"},
	PutFifths:       {"%s to move: put down %s, and White takes one of them away.", "轮到%s：请落%s，由白方取走其中一枚。"},
	OnlyPoint:       {"It belongs on %s.", "应放在%s。"},
	LitPoints:       {"It belongs on one of the points that are lit.", "应放在亮灯的点上。"},
	AskChoice:       {"It is for %s to choose.", "请%s选择。"},
	AskFifth:        {"White chooses between %s: take the other black stone off the board.", "请白方在%s中选择：把另一枚黑子取走。"},
	OpeningIs:       {"This is opening %s, %s.", "本局开局为%s%s。"},
	ChooseBlack:     {"take Black", "执黑"},
	ChooseWhite:     {"take White", "执白"},
	ChooseTwo:       {"put down two more stones", "再放两枚棋子"},
	ChooseStone:     {"keep %s", "保留%s"},
	Chose:           {"Chosen by %s: %s.", "%s选择：%s。"},
	PeoplePlayNow:   {"People play %s.", "人执%s。"},
	NotCentre:       {"%s cannot be played: the first stone of the opening belongs in the middle, on %s. Take the stone away.", "%s不可落子：开局的第一枚棋子应放在天元%s。请取走该子。"},
	NotAdjacent:     {"%s cannot be played: the second stone of the opening belongs on one of the eight points around %s. Take the stone away.", "%s不可落子：开局的第二枚棋子应放在%s周围的八个点之一。请取走该子。"},
	NotCentral:      {"%s cannot be played: the third stone of the opening belongs within two points of %s. Take the stone away.", "%s不可落子：开局的第三枚棋子应放在以%s为中心的五路之内。请取走该子。"},
	NotDifferent:    {"%[1]s is the mirror image of the other fifth stone, and so no choice. Put it elsewhere.", "%[1]s与另一枚第五手对称，不成选择。请换一处。"},
	UnknownOpening:  {"%s has no opening %q: use %s.", "%s没有开局 %q：可用 %s。"},
	NothingToChoose: {"There is nothing to choose now.", "现在没有需要选择的。"},

	ElsewhereMoves:      {"%s is played elsewhere: waiting for the turn.", "%s在远端：正在等待对方落子。"},
	ElsewhereCut:        {"The link to the player elsewhere is cut; the game goes on as soon as it is back.", "与远端棋手的连接已断开；恢复后对局将继续。"},
	ElsewhereLeft:       {"The player elsewhere has left. Choose who plays that side, or begin a new game.", "远端棋手已离开。请选择由谁执该方，或开始新的一局。"},
	ElsewhereProblem:    {"The game with the player elsewhere cannot go on: %s.", "与远端棋手的对局无法继续：%s。"},
	ElsewhereAsks:       {"The player elsewhere asks to take back turns: %d. Lift the stones of %s to agree, or answer on the page; play on to refuse.", "远端棋手请求悔棋，回合数：%d。请取走%s的棋子表示同意，或在页面上回答；继续落子即为拒绝。"},
	ElsewhereAsked:      {"The player elsewhere is asked to let turns be taken back: %d.", "已请远端棋手同意悔棋，回合数：%d。"},
	ElsewhereRefuses:    {"The player elsewhere does not want the turn to be taken back.", "远端棋手不同意悔棋。"},
	ElsewhereLost:       {"The last turn could not be passed on, because something else happened in the game before it. Put the board right as the lights show.", "最后一手未能送达，因为对局中先发生了别的事。请按亮灯恢复棋盘。"},
	ElsewhereBegins:     {"A game with a player elsewhere begins.", "与远端棋手的对局开始。"},
	ElsewhereUnfinished: {"The game with the player elsewhere is not over: resign or leave it first.", "与远端棋手的对局尚未结束：请先认输或退出。"},
	ElsewhereBehind:     {"The player elsewhere has not been told yet how the game ended: a new one can begin when the link is back.", "尚未告知远端棋手本局结果：连接恢复后方可开始新的一局。"},
	ElsewhereGuest:      {"The next game is begun at the other end; leave this one to play alone.", "下一局由对方开始；若要自己下棋，请先退出。"},
	ElsewhereSeats:      {"%s is played elsewhere: that cannot be changed before the game is left.", "%s由远端棋手执子：退出之前不能更改。"},
	ElsewhereNoPause:    {"A game with a player elsewhere cannot be paused.", "与远端棋手的对局不能暂停。"},
	ElsewhereOver:       {"A game that was resigned or lost on time is not taken back.", "认输或超时的对局不能悔棋。"},
	PlayerElsewhere:     {"player elsewhere", "远端棋手"},
	GuestBusy:           {"Somebody elsewhere plays at this board: that game has to be left first, on the page.", "远端棋手正在使用此棋盘：请先在页面上退出该局。"},
	GuestGone:           {"No program plays against the people at this board now.", "目前没有程序与此棋盘前的人对局。"},
	GuestUndo:           {"%s is played by a program elsewhere: turns are taken back there.", "%s由远端程序执子：悔棋请在那里进行。"},

	AskMenu:         {"What would you like? Put a stone on a light; to play on, put the stone of the game back.", "您想做什么？请在亮灯处放一枚棋子；若要继续下棋，请把移开的棋子放回原处。"},
	AskMenuNewGame:  {"A new game: which colours do people play? Black begins. The game in progress ends.", "新的一局：人执哪一方？黑方先行。当前对局将结束。"},
	AskMenuSeats:    {"Which colours do people play?", "人执哪一方？"},
	AskMenuLevel:    {"How strong am I to play?", "我该用几级棋力？"},
	AskMenuResign:   {"Do you really resign? The game ends.", "确定认输吗？对局将结束。"},
	AskMenuShutdown: {"Shut the board down?", "要关机吗？"},
	AskMenuSure:     {"Are you sure: %s?", "确定要%s吗？"},
	OrMenu:          {"For the menu, put it on a corner.", "若要打开菜单，请把它放到棋盘角上。"},
	ResumeHow:       {"To go on, put a stone on %s.", "若要继续，请在%s放一枚棋子。"},
	MenuMenu:        {"menu", "菜单"},
	MenuLevelUp:     {"stronger", "加强棋力"},
	MenuLevelDown:   {"weaker", "减弱棋力"},
	MenuMute:        {"sound on or off", "开关声音"},
	MenuTurn:        {"end the turn", "结束这一手"},
	PressAgain:      {"Or press the button once more.", "或再按一次该按钮。"},
	HoldOn:          {"Hold this button for %s seconds: %s.", "请按住此按钮%s秒：%s。"},
	NotNow:          {"This cannot be had just now.", "现在不行。"},
	MenuHow:         {"A stone there says: %s.", "放子处的含义：%s。"},
	MenuLight:       {"%s %s", "%s为%s"},
	MenuUndo:        {"take back", "悔棋"},
	MenuNewGame:     {"new game", "新对局"},
	MenuSeats:       {"who plays", "谁来下"},
	MenuLevel:       {"level", "棋力"},
	MenuMoveNow:     {"move now", "立即落子"},
	MenuPause:       {"pause", "暂停"},
	MenuResume:      {"go on", "继续"},
	MenuResign:      {"resign", "认输"},
	MenuShutdown:    {"shut down", "关机"},
	MenuClose:       {"Close", "关闭"},
	PeoplePlay:      {"people play %s", "人执%s"},
	PeopleBoth:      {"two people", "双人对弈"},
	PeopleNone:      {"the machine alone", "机器自弈"},
	LevelIs:         {"I play at level %d.", "我用%d级棋力。"},
	DoneSeats:       {"Very well: %s.", "好的：%s。"},

	CalibWait:         {"Calibrating: the board is being read.", "校准：正在读取棋盘。"},
	CalibClear:        {"Calibrating: take all stones off the board.", "校准：请取走棋盘上所有的棋子。"},
	CalibStones:       {"The board still sees stones on %d points. If none are there, just wait.", "棋盘仍在%d处看到棋子。如果那里没有棋子，请稍等。"},
	CalibLeft:         {"Put a stone on the corner at Black's left hand.", "请在黑方左手边的棋盘角上放一枚棋子。"},
	CalibRight:        {"Put a stone on the corner at Black's right hand.", "请在黑方右手边的棋盘角上放一枚棋子。"},
	CalibLit:          {"Put a stone on the point that is lit.", "请在亮灯处放一枚棋子。"},
	CalibSweep:        {"Show a stone to every point that is lit: put stones there, or push one slowly along the rows. %d of %d are done.", "请让每个亮灯的点都见到棋子：逐点放子，或沿着横线慢慢推动一枚棋子。已完成%d处，共%d处。"},
	CalibProgress:     {"%d of %d points are done.", "已完成%d处，共%d处。"},
	CalibLast:         {"These have not seen a stone yet: %s.", "这些点还没有见到棋子：%s。"},
	CalibNoCorner:     {"That is no corner. Take the stone off.", "那里不是棋盘角。请取走该子。"},
	CalibNotTheOther:  {"Those two corners do not go together. Once more.", "这两个角不相符。请重来。"},
	CalibNotLit:       {"That is not the point that is lit. Take the stone off.", "那里不是亮灯处。请取走该子。"},
	CalibTooMany:      {"One stone at a time, please.", "请一次只放一枚棋子。"},
	CalibFound:        {"%d of %d points work.", "%d处正常，共%d处。"},
	CalibStuck:        {"These always show a stone: %s.", "这些点总是显示有子：%s。"},
	CalibDead:         {"These never saw a stone: %s.", "这些点从未见到棋子：%s。"},
	CalibWeak:         {"These lose stones: %s.", "这些点会丢失棋子：%s。"},
	CalibPartly:       {"The points that were shown no stone stay as they are.", "没有试过的点保持不变。"},
	CalibPoints:       {"%d points", "共%d处"},
	CalibDone:         {"The board is calibrated, and every point works.", "棋盘校准完毕，所有点都正常。"},
	CalibDoneMasked:   {"The board is calibrated. I go on without the sensors of these: %s.", "棋盘校准完毕。以下各点的传感器不再使用：%s。"},
	CalibEnded:        {"The calibration has ended, and nothing has changed.", "校准已结束，一切照旧。"},
	CalibNotSaved:     {"What is known of the board could not be saved (%v). It holds until the program ends.", "棋盘的校准结果未能保存（%v），仅在程序结束前有效。"},
	CalibUnread:       {"What was known of the board in %s cannot be used: %v. Calibrate the board from the menu.", "%s 中的校准结果无法使用：%v。请从菜单中校准棋盘。"},
	CalibForeign:      {"What is known of the points belongs to another board and is not used. Calibrate this one from the menu.", "已有的校准结果属于另一张棋盘，不予使用。请从菜单中校准此棋盘。"},
	CalibRehung:       {"The lights are wired otherwise than when the board was calibrated, so they may light other points. Calibrate the board from the menu.", "灯的接线与校准时不同，可能会点亮别的点。请从菜单中校准棋盘。"},
	CalibArm:          {"The arm is putting a stone down. Calibrate the board when it is done.", "机械臂正在放子。请等它放好后再校准棋盘。"},
	CalibFirst:        {"The board is being calibrated. End that first.", "正在校准棋盘。请先结束校准。"},
	CalibWholeBoard:   {"The game takes a part of the board only: begin one of Connect6 first, then calibrate.", "本局只使用棋盘的一部分：请先开始一局六子棋，再校准。"},
	CalibNoBoard:      {"The board cannot be calibrated now, because it cannot be used.", "棋盘目前不可用，无法校准。"},
	CalibForgotten:    {"The calibration is forgotten.", "校准结果已清除。"},
	CalibKnownNothing: {"There is no calibration to forget.", "没有可以清除的校准结果。"},
	ChooseKeep:        {"keep this", "保存结果"},
	ChooseAgain:       {"show more", "继续试点"},
	ChooseLeave:       {"change nothing", "不作改变"},
	ChooseSkip:        {"skip", "跳过"},
	ChooseFinish:      {"that is all", "到此为止"},
	ChooseWhole:       {"everything", "全部"},
	ChoosePoints:      {"the points alone", "只试各点"},
	AskMenuCalibrate:  {"Calibrate the board? The game is kept, and its stones come off for a while.", "要校准棋盘吗？对局会保留，棋子需暂时取走。"},
	MenuCalibrate:     {"calibrate", "校准"},
	MenuMask:          {"go on without", "停用该点"},
	AskMaskStuck:      {"The board has seen a stone on %s for a long time. If none is there, its sensor is stuck. Go on without it?", "棋盘长时间在%s看到棋子。如果那里没有棋子，则传感器已卡住。要停用它吗？"},
	AskMaskDead:       {"The board has not seen the stone on %s for a long time. If it is there, the sensor is dead. Go on without it?", "棋盘长时间看不到%s的棋子。如果棋子就在那里，则传感器已失效。要停用它吗？"},
	AskMaskWrong:      {"The point %s has looked wrong for a long time. If nothing is wrong there, its sensor is broken. Go on without it?", "%s长时间显示不对。如果那里并无差错，则传感器已损坏。要停用它吗？"},
	AskMaskLoose:      {"The sensor of %s keeps changing by itself. Go on without it?", "%s的传感器不断自行变化。要停用它吗？"},
	DoneMask:          {"I go on without the sensor of %s.", "%s的传感器已停用。"},

	GoodbyeUnsaved:  {"Goodbye. This game could not be saved. Wait ten seconds, then the power may be switched off.", "再见。本局未能保存。请等待十秒，然后可以切断电源。"},
	Goodbye:         {"Goodbye. Everything is saved. Wait ten seconds, then the power may be switched off.", "再见。一切已保存。请等待十秒，然后可以切断电源。"},
	ShutdownOff:     {"Shutting down is switched off here: set power.shutdown in the configuration.", "此处未启用关机：请设置 power.shutdown。"},
	ShutdownUnsaved: {"The game is not saved, because %s. Ask once more within a minute to shut down all the same and lose it.", "对局尚未保存：%s。若仍要关机并放弃对局，请在一分钟内再次要求。"},
	ShutdownFailed:  {"The computer does not shut down (%v). Wait ten seconds and pull the plug, or ask again.", "电脑没有关机（%v）。请等待十秒后拔下电源，或再试一次。"},

	BoardGone:    {"The board cannot be reached.", "无法连接棋盘。"},
	DeviceFaulty: {"A part of the board does not work. The page says which.", "棋盘的某个部件出现故障，详情请看网页。"},
	VolumeIs:     {"I speak this loud.", "我现在的音量是这样。"},

	WinsByLine:   {"%s wins with six in a row.", "%s六子连珠，获胜。"},
	WinsByFive:   {"%s wins with five in a row.", "%s五子连珠，获胜。"},
	WinsByResign: {"%[2]s resigned. %[1]s wins.", "%[2]s认输，%[1]s获胜。"},
	WinsByTime:   {"%[2]s ran out of time. %[1]s wins.", "%[2]s超时，%[1]s获胜。"},
	WinsByFives:  {"The board is full. %s has more fives and wins.", "棋盘已满。%s五子连线较多，获胜。"},
	WinsByStuck:  {"Every point left is forbidden to %[2]s, and %[1]s would make five. %[1]s wins.", "剩余各点对%[2]s均为禁手，%[1]s下一手即可成五，%[1]s胜。"},
	DrawFull:     {"The board is full. The game is a draw.", "棋盘已满，和棋。"},
	DrawFives:    {"The board is full, and both sides have as many fives. The game is a draw.", "棋盘已满，双方五子连线相同，和棋。"},
	DrawStuck:    {"Every point left is forbidden to %s. The game is a draw.", "剩余各点对%s均为禁手，和棋。"},

	PlayerHuman:   {"human", "人"},
	PlayerMachine: {"Stonehand level %d", "Stonehand %d级"},

	TimeLow:     {"Less than %d seconds are left.", "剩余时间不足%d秒。"},
	PeriodsLeft: {"Byo-yomi: %d periods are left.", "读秒：还剩%d次。"},
	LastPeriod:  {"Byo-yomi: this is the last period.", "读秒：最后一次。"},

	UnknownCommand: {"The command %q is not known: use new-game, seats, undo, resign, move-now, pause, resume, refill, answer, calibrate, volume or shutdown.", "未知命令 %q：可用 new-game、seats、undo、resign、move-now、pause、resume、refill、answer、calibrate、volume、shutdown。"},
	UnknownGame:    {"This table does not play %q: use %s.", "本棋桌不支持 %q：可用 %s。"},
	BadLevel:       {"Level %d is out of range: use %d to %d.", "级别 %d 超出范围：请用 %d 至 %d。"},
	BadTime:        {"A time of %v a turn is out of range: use %v to %v.", "每手时间 %v 超出范围：请用 %v 至 %v。"},
	EmptySeats:     {"The command seats changes nothing: say who plays with \"human\", how the machine plays with \"level\" or \"time\", or how time is given with \"clock\".", "命令 seats 未作任何改变：请用 \"human\" 指定谁下棋，或用 \"level\"、\"time\" 设定机器，或用 \"clock\" 设定棋钟。"},
	NothingToUndo:  {"There is no turn to take back.", "没有可以悔的棋。"},
	GameIsOver:     {"The game is over. Start a new one.", "对局已结束。请开始新的一局。"},
	NotThinking:    {"The machine is not thinking now.", "机器现在没有在思考。"},
	NobodyToResign: {"Nobody plays against the machine, so nobody can resign.", "没有人在与机器对弈，无人可以认输。"},
	NotAsked:       {"This is not being asked now.", "现在没有这个问题。"},
	NoSuchAnswer:   {"The question cannot be answered with %q: use %s.", "不能用 %q 回答：可用 %s。"},
	NoVoice:        {"This board does not speak: switch the voice on in the configuration.", "本棋盘没有语音：请在配置中启用 voice。"},
	BadVolume:      {"A volume of %d is out of range: use 0 to 100.", "音量 %d 超出范围：请用 0 至 100。"},
	CommandUnfit:   {"The command does not fit the game: %s.", "命令与对局不符：%s。"},

	ValueWon:    {"won", "已胜"},
	ValueLost:   {"lost", "已负"},
	ValueDrawn:  {"drawn", "和棋"},
	ValueWins:   {"wins in %d", "%d手内必胜"},
	ValueLoses:  {"loses in %d", "%d手内必败"},
	ValueChance: {"%.0f %%", "胜率%.0f%%"},
	JudgedTurn:  {"%s: %s", "%s：%s"},
	BeginsWin:   {"Begins a forced win in %d turns.", "由此%d手必胜。"},
	MissesWin:   {"Misses a forced win in %d: %s.", "错过%d手必胜：%s。"},
	BetterTurn:  {"Better, with %s: %s.", "更好的着法（%s）：%s。"},
	AllowsWin:   {"Allows %s to win by force: %s.", "让%s得以必胜：%s。"},
}
