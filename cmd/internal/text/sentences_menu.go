package text

// Sentences of the menu at the board, and of commands that are refused.
// The comment behind a sentence says what its arguments are.
var (
	// The menu at the board, and its buttons.

	AskMenu         = say("What would you like? Put a stone on a light; to play on, put the stone of the game back.", "你想做什么？请在亮灯处放一枚棋子；若要继续下棋，请把移开的棋子放回原处。")
	AskMenuNewGame  = say("A new game: which colours do people play? Black begins.", "新的一局：人执哪一方？黑方先行。")
	GameEnds        = say("The game in progress ends.", "当前对局将结束。") // after a question that begins another
	AskMenuSeats    = say("Which colours do people play?", "人执哪一方？")
	AskMenuLevel    = say("How strong should I play?", "我该用哪个等级？")
	AskMenuResign   = say("Do you really resign? The game ends.", "确定认输吗？对局将结束。")
	AskMenuResignBy = say("Does %s resign? The game ends.", "%s确定认输吗？对局将结束。") // side
	AskMenuShutdown = say("Shut the board down?", "要关机吗？")
	AskMenuSure     = say("Are you sure: %s?", "确定要%s吗？")                    // choice
	ResumeHow       = say("To go on, put a stone on %s.", "若要继续，请在%s放一枚棋子。") // point
	OrMenu          = say("For the menu, put it on a corner.", "若要打开菜单，请把它放到棋盘角上。")
	MenuMenu        = say("menu", "菜单")
	MenuLevelUp     = say("stronger", "加强棋力")
	MenuLevelDown   = say("weaker", "减弱棋力")
	MenuPIN         = say("say the PIN", "报出 PIN 码")
	PINIs           = say("The PIN is %s.", "PIN 码是 %s。") // figures
	PINNone         = say("This board has no PIN.", "本棋盘没有 PIN 码。")
	PINUnsaid       = say("The board cannot speak now, so it cannot say the PIN. The page on this computer shows it.", "棋盘现在没有语音，无法报出 PIN 码。请在本机网页上查看。")
	MenuMute        = say("sound on or off", "开关声音")
	MenuTurn        = say("end the turn", "结束这一手")
	MenuTurnOf      = say("%s ends the turn", "%s结束这一手") // side
	PressAgain      = say("Or press the button once more.", "或再按一次该按钮。")
	HoldOn          = say("Hold this button for %s: %s.", "请按住此按钮%s：%s。") // how long, choice
	OneSecond       = say("one second", "1秒")
	SomeSeconds     = say("%s seconds", "%s秒") // number
	OneMinute       = say("one minute", "1分钟")
	SomeMinutes     = say("%d minutes", "%d分钟") // number
	NotNow          = say("That is not available now.", "现在无法使用。")
	MenuHow         = say("A stone there says: %s.", "放子处的含义：%s。") // list of MenuLight
	MenuLight       = say("%s %s", "%s表示%s")                       // point, choice
	MenuUndo        = say("take back", "悔棋")
	MenuNewGame     = say("new game", "新对局")
	MenuSeats       = say("who plays", "更换棋手")
	MenuLevel       = say("level", "棋力")
	MenuMoveNow     = say("move now", "立即落子")
	MenuPass        = say("pass", "停一手")
	MenuAgree       = say("both agree to the count", "双方确认点目")
	MenuPlayOn      = say("play on", "继续下")
	MenuPause       = say("pause", "暂停")
	MenuResume      = say("resume", "继续")
	MenuResign      = say("resign", "认输")
	MenuShutdown    = say("shut down", "关机")
	MenuClose       = say("Close", "关闭")
	PeoplePlay      = say("people play %s", "人执%s") // side
	PeopleBoth      = say("two people", "双人对弈")
	ChooseCapture   = say("capture Go to %d", "吃子棋，先吃 %d 子") // number of stones
	ChooseTerritory = say("full Go", "正式围棋")
	PeopleNone      = say("the machine alone", "机器自弈")
	LevelIs         = say("I play at level %d.", "我现在的等级是%d。") // level
	DoneSeats       = say("Very well: %s.", "好的：%s。")          // who plays
	MenuRules       = say("rules", "规则")

	// The settings of a game.

	MenuSettings  = say("settings", "设置")
	MenuGame      = say("game", "棋种")
	MenuOpening   = say("opening", "开局规则")
	MenuClock     = say("clock", "棋钟")
	MenuTime      = say("thinking time", "思考时间")
	MenuInvite    = say("invite a remote opponent", "邀请远程对手")
	MenuLeave     = say("leave the remote game", "退出远程对局")
	AskSettings   = say("Which setting?", "要更改哪一项设置？")
	AskGame       = say("Which game?", "下哪种棋？")
	AskGoBoard    = say("Which board for Go?", "围棋用多大的棋盘？")
	AskOpening    = say("Which opening? A new game begins with it.", "用哪种开局？将按此开始新的一局。")
	AskClock      = say("Which clock for both sides?", "双方使用哪种棋钟？")
	AskTime       = say("How long may I think per turn?", "我每手可以思考多久？")
	DoneSetting   = say("Changed: %s.", "已更改：%s。") // setting
	NoClock       = say("no clock", "不计时")
	ClockTurn     = say("%s per turn", "每手%s")              // time
	ClockPlus     = say("%s, plus %s per turn", "%s，每手加%s") // time, time
	ClockThen     = say("%s, then %s", "%s，然后%s")           // time, ClockPeriods or ClockOvertime
	ClockPeriods  = say("%d × %s", "读秒%d次，每次%s")            // periods of byo-yomi, time of each
	ClockOvertime = say("%d turns in %s", "每%[2]s%[1]d手")   // turns, time
	ClockOneTurn  = say("one turn in %s", "每%s1手")
	FreeOpening   = say("free", "自由开局")
	SwapOpening   = say("two turns, swap", "两手交换")
	RenjuOpening  = say("26 openings, swap", "指定开局，三手交换")
	RIFOpening    = say("26 openings, swap, two fifth moves", "指定开局，三手交换，五手两打")
	GameConnect6  = say("Connect6", "六子棋")
	GameGomoku    = say("Gomoku", "五子棋")
	GameStandard  = say("Gomoku, exactly five", "五子棋（恰好五连）")
	GameRenju     = say("Renju", "连珠")
	GameGo        = say("Go", "围棋")
	GameFives     = say("Connect6, fives count", "六子棋（满盘数五连）")

	// Why a command is refused.

	UnknownCommand = say("Unknown command %q: use new-game, seats, undo, resign, move-now, pause, resume, refill, resume-arm, answer, choose, pass, dead, agree, play-on, calibrate, volume, language, hands, review, hint, show, here, rules, open, test or shutdown.",
		"未知命令 %q：可用 new-game、seats、undo、resign、move-now、pause、resume、refill、resume-arm、answer、choose、pass、dead、agree、play-on、calibrate、volume、language、hands、review、hint、show、here、rules、open、test、shutdown。") // what was asked
	UnknownGame = say("This table does not play %q: use %s.", "本棋桌不支持 %q：可用 %s。")                       // what was asked, what there is
	BadLevel    = say("Level %d is out of range: use %d to %d.", "等级 %d 超出范围：请用 %d 至 %d。")              // what was asked, least, most
	BadTime     = say("A time of %v a turn is out of range: use %v to %v.", "每手时间 %v 超出范围：请用 %v 至 %v。") // what was asked, least, most
	EmptySeats  = say("The command seats changes nothing: say who plays with \"human\" or \"players\", how the machine plays with \"level\" or \"time\", or how time is given with \"clock\".",
		"命令 seats 未作任何改变：请用 \"human\" 或 \"players\" 指定谁下棋，或用 \"level\"、\"time\" 设定机器，或用 \"clock\" 设定棋钟。")
	NothingToUndo   = say("There is no turn to take back.", "没有可以悔的棋。")
	TooManyCommands = say("Too many changes at once. Wait a few seconds and try again.", "操作过于频繁。请稍等几秒再试。")
	GuestReplaces   = say("People are playing a game at this board. Wait until it is over, or set \"replace\" to true to replace it.",
		"棋盘上正有人对局。请等对局结束，或将 \"replace\" 设为 true 以替换该局。")
	FolderRemade = say("The folder with the games was deleted. It has been created again, and this game is saved. Earlier games are gone unless you have a backup.",
		"存放棋谱的文件夹曾被删除，现已重新创建，本局已保存。如果没有备份，以前的棋谱已丢失。")
	GameIsOver     = say("The game is over. Start a new one.", "对局已结束。请开始新的一局。")
	NoPass         = say("Only Go has passes.", "只有围棋可以停一手。")
	PassWithStone  = say("Take your stone off the board before you pass.", "停一手之前请先拿走你的棋子。")
	PassHandicap   = say("Black places the handicap stones first. Nobody passes before that.", "请黑方先放好让子，此前不能停一手。")
	NotCounting    = say("The game is not being counted. It is counted after two passes.", "现在不是点目阶段。双方各停一手后才点目。")
	NoStoneThere   = say("Choose a point that has a stone.", "请指定一个有棋子的点。")
	NotYourSide    = say("Nobody here plays %s.", "这里没有人执%s。") // side
	NoGoMachine    = say("The machine does not play Go yet. Choose a person or a program for each side.", "机器还不会下围棋，请为双方各选一人或一个程序。")
	BadGoSize      = say("Go cannot be played on %s here. Choose from %s.", "这里不能在 %s 的棋盘上下围棋。可选：%s。") // what was asked, what there is
	BadGameSize    = say("%s has %s points on this board, not %s.", "%s 在此棋盘上用 %s 路，不是 %s 路。")         // game, its board, what was asked
	NotThinking    = say("The machine is not thinking now.", "机器现在没有在思考。")
	NobodyToResign = say("Nobody plays against the machine, so nobody can resign.", "没有人在与机器对弈，无人可以认输。")
	NotAsked       = say("That question is not being asked now.", "现在没有这个问题。")
	NoSuchAnswer   = say("The question cannot be answered with %q: use %s.", "不能用 %q 回答：可用 %s。") // what was answered, what could be
	CommandUnfit   = say("The command does not fit the game: %s.", "命令与对局不符：%s。")                // why
	NoVoice        = say("This board does not speak. Turn the voice on in the configuration.", "本棋盘未启用语音。请在配置中启用 voice。")
	BadVolume      = say("A volume of %d is out of range: use 0 to 100.", "音量 %d 超出范围：请用 0 至 100。")       // what was asked
	BadLanguage    = say("There is no language %q: use \"en\" or \"zh\".", "没有语言 %q：请用 \"en\" 或 \"zh\"。") // what was asked
	LanguageIs     = say("I speak English now.", "我现在说中文。")
)
