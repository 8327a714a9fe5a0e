package text

// Sentences of a table in public: for those who pass by, wait, look on, or take a game home.
// The comment behind a sentence says what its arguments are.
var (
	// An exhibit that nobody is at.

	AttractAsk    = say("Are you still there? If so, move a stone within %d seconds.", "还有人在吗？如果有，请在 %d 秒内动一下棋子。")                           // seconds
	AttractCounts = say("Are you still there? If so, put a spare stone on a free point within %d seconds.", "还有人在吗？如果有，请在 %d 秒内找一个空点放一枚棋子。") // seconds; a stone that is moved would count as dead
	AttractOffer  = say("This game is unfinished, and it is %s's turn. Touch a stone to continue it.", "这局棋没有下完，轮到%s。动一下棋子即可继续。")            // side
	OfferCount    = say("This game is being counted. To continue, put a spare stone on a free point.", "这局棋正在数子。要继续，请找一个空点放一枚棋子。")
	OfferPuzzle   = say("There is a puzzle on the board. Touch a stone to continue.", "棋盘上有一道习题。动一下棋子即可继续。")
	OfferReplay   = say("A game is being replayed on the board. Touch a stone to continue.", "棋盘上正在打谱。动一下棋子即可继续。")
	AttractClear  = say("Please take all stones off the board. Then it is ready for the next game.", "请取走棋盘上的所有棋子，然后就可以开始新的一局。")
	AttractDemo   = say("The machine plays against itself. Touch the board to play.", "机器正在自己和自己下棋。碰一下棋盘，就可以开始下棋。")
	AttractInvite = say("Would you like to play? Place a stone on the board.", "想下一局吗？请在棋盘上放一枚棋子。")

	// The rules, step by step.

	RulesSix      = say("Connect6: six stones in a row win, in any direction. Black begins with one stone.", "六子棋：任意方向先连成六子者胜。黑方先下一枚。") // Connect6, in four steps
	RulesTwo      = say("After that, each side places two stones per turn.", "之后双方每手各下两枚。")
	RulesFour     = say("Black has four in a row and can make six with the next turn. White has to block now.", "黑方已连成四子，下一手就能连成六子，白方现在必须防守。")
	RulesSixWin   = say("White did not block, and Black wins with six in a row.", "白方没有防守，黑方连成六子获胜。")
	RulesFive     = say("Five stones in a row win, in any direction. Each side places one stone per turn, and Black begins.", "任意方向先连成五子者胜。双方每手一枚，黑方先下。") // Gomoku
	RulesOnlyFive = say("Exactly five stones in a row win, in any direction; six or more do not. Each side places one stone per turn, and Black begins.",
		"任意方向先正好连成五子者胜，连成六子以上不算。双方每手一枚，黑方先下。") // Gomoku with exactly five
	RulesThree    = say("Three in a row with both ends free: next turn it is a four that cannot be stopped.", "两端都空的三子：下一手就会成为挡不住的四子。")
	RulesOpenFour = say("Four in a row with both ends free: White can block only one of them.", "两端都空的四子：白方只能挡住一端。")
	RulesFiveWin  = say("Black wins with five in a row.", "黑方连成五子获胜。")
	RulesExactly  = say("Renju: Black has to make exactly five. White also wins with six or more.", "连珠：黑方必须正好连成五子，白方连成六子以上也算胜。") // Renju
	RulesFouls    = say("Black may not make two open threes or two fours with one stone. A red light shows such a point.",
		"黑方不能用一枚棋子同时形成两个活三或两个四，红灯标出这样的点。")
	RulesGo        = say("Go: place stones on the crossings, one per turn. Black begins.", "围棋：每手在交叉点上下一枚棋子，黑方先下。") // Go
	RulesLiberties = say("Free crossings beside a stone are its liberties. The white stone in the middle has one left.", "棋子旁边的空交叉点是它的气。中间的白子只剩一口气。")
	RulesCapture   = say("Black took the last liberty. The white stone is captured and comes off the board.", "黑方堵住了最后一口气，白子被提走。")
	RulesTerritory = say("The game ends when both sides pass. The side that owns more of the board wins.", "双方都停一手时终局，占地多的一方获胜。")
	RulesNone      = say("The lights cannot show the rules of this game on a board of this size. The page shows them.", "这个棋盘上的灯光演示不了这种棋的规则。请在网页上查看。")
	RulesClear     = say("Take all stones off the board to see the rules. The game is kept.", "请取走所有棋子，规则演示随即开始。对局会保留。")

	// Those who wait.

	QueueCall    = say("Next player: %s. Please come to the board.", "下一位：%s，请到棋盘前。") // who
	QueueNumber  = say("number %d", "%d 号")                                           // a place's number
	QueueFull    = say("Too many people are waiting. Please try again later.", "排队人数已满，请稍后再试。")
	QueueClosed  = say("The table is closed.", "棋桌已关闭。")
	QueueUnknown = say("Your place is gone. You can join again.", "你的位置已失效，可以重新排队。")
	QueueEarly   = say("It is not your turn yet.", "还没轮到你。")
	QueueName    = say("A name can have at most %d characters.", "名字最多 %d 个字。") // characters

	// Those who look on.

	SceneTurn   = say("Turn %d: %s places %s.", "第%d手：%s放%s。")              // number, side, stones
	SceneThinks = say("Turn %d: %s is thinking.", "第%d手：%s正在思考。")           // number, side
	SceneWins   = say("%s can complete %d in a row now.", "%s现在可以连成 %d 子。") // side, k
	SceneBlock  = say("%s has %d of %d in a row %s. %s must block now.",
		"%s在%[4]s的 %[3]d 个点中已占 %[2]d 个。%[5]s必须立刻挡住。") // side that threatens, how many it has, k, where, the other side
	SceneRow      = say("on row %d", "第%d行")        // number
	SceneColumn   = say("in column %s", "%s列")      // letter
	SceneDiagonal = say("from %s to %s", "%s至%s一线") // two points

	// The page from which a game is taken home.

	TakeAbout     = say("%s, %s, turns: %d", "%s，%s，共%d手") // game, day, number of turns
	TakeUndated   = say("%s, turns: %d", "%s，共%d手")        // game, number of turns
	TakeVisitor   = say("visitor", "观众")
	TakePicture   = say("Picture", "图片")
	TakeAnimation = say("Animation", "动画")
	TakeSGF       = say("Game record", "棋谱")
	TakeUntil     = say("This page is available until %s. Save what you want to keep.", "本页保留到 %s，请及时保存。") // day
	TakeStays     = say("Save what you want to keep.", "请及时保存。")
	TakeGone      = say("There is no game here. The link is incomplete or has expired.", "这里没有对局：链接不完整，或已过期。")

	// Opening hours.

	ClosesSoon    = say("This exhibit closes in %d minutes. Please finish your game.", "展台将在 %d 分钟后关闭，请下完这局。") // minutes, more than one
	ClosesInOne   = say("This exhibit closes in one minute. Please finish your game.", "展台将在 1 分钟后关闭，请下完这局。")
	ClosesNow     = say("This exhibit closes now. Thank you for playing, and goodbye.", "展台现在关闭。谢谢参与，再见。")
	ClosedUntil   = say("This exhibit is closed. It opens again on %s, %s.", "展台已关闭，%s（%s）再次开放。") // weekday, date and time
	ClosedForGood = say("This exhibit is closed.", "展台已关闭。")
	NotClosed     = say("The exhibit is open already.", "展台正在开放。")
	TimetableNone = say("Only an exhibit has opening hours. Set exhibit.enabled in the configuration.", "只有展台才有开放时间。请在配置中设置 exhibit.enabled。") // no exhibit
	TimetableBad  = say("This timetable cannot be used: %v.", "此时间表无法使用：%v。")                                                                  // what is wrong

	// Weekdays, in the order of package time: [Weekday] counts on it.

	Sunday    = say("Sunday", "星期日")
	Monday    = say("Monday", "星期一")
	Tuesday   = say("Tuesday", "星期二")
	Wednesday = say("Wednesday", "星期三")
	Thursday  = say("Thursday", "星期四")
	Friday    = say("Friday", "星期五")
	Saturday  = say("Saturday", "星期六")
)
