package text

// Sentences of a game: whose turn it is, what stands wrong, what people are asked, and how it ends.
// The comment behind a sentence says what its arguments are.
var (
	// Words.

	SideBlack  = say("Black", "黑方")
	SideWhite  = say("White", "白方")
	Black      = say("black", "黑") // the colour of a stone
	White      = say("white", "白")
	OneStone   = say("one %s stone", "一枚%s子")  // colour
	TwoStones  = say("two %s stones", "两枚%s子") // colour
	ManyStones = say("%d %s stones", "%d枚%s子") // number, colour
	And        = say(" and ", "和")             // between the last two of a list
	Comma      = say(", ", "、")                // between the others

	// What the game waits for.

	ClearBoard     = say("A new game: take all stones off the board.", "新的一局：请取走棋盘上所有的棋子。")                                                     // a new game, and stones on the board
	PutHandicap    = say("Handicap: put %s on %s.", "让子：请将%s放在%s。")                                                                             // stones, points
	PutTurn        = say("%s to move: put down %s.", "轮到%s：请落%s。")                                                                              // side, stones of the whole turn
	PutRest        = say("Stone %d of %d is down. Put down %s more.", "已落第%d枚，共%d枚。请再落%s。")                                                     // number there, number due, stones still to come
	PressLever     = say("%s's stones are down. Press the lever to end the turn.", "%s已落子。请按钟结束这一手。")                                           // side
	RefusedKo      = say("Ko: %s cannot be recaptured at once. Remove that stone and play somewhere else first.", "打劫：%s 不能立即提回。请拿走这枚棋子，先下别处。") // points
	RefusedSuperko = say("%s would repeat an earlier position. Remove that stone and play somewhere else.", "下在%s会形成与以前相同的局面。请拿走这枚棋子，下在别处。")    // points
	RefusedSuicide = say("A stone on %s would have no liberty. Remove it and play somewhere else.", "%s 处的棋子没有气，请拿走，下在别处。")                     // points
	CountDraw      = say("Both sides have passed. The points are equal.", "双方都停了一手。目前目数相同。")
	CountLead      = say("Both sides have passed. %s leads by %s.", "双方都停了一手。目前%s领先 %s。") // side, by how much
	CountHow       = say("Lift a dead stone, or tap it on the page. Then both sides agree, or play goes on.", "请拿起死子，或在网页上点击死子。然后双方确认，或者继续下。")
	CountAgreed    = say("%s agrees. %s has yet to agree.", "%s已确认，等待%s确认。") // side, the other
	TurnShort      = say("The turn is not complete yet.", "这一手还没有下完。")
	Thinking       = say("I am thinking.", "我在思考。")
	PlaceStones    = say("Please put %s on %s.", "请将%s放在%s。")                                                // stones, points
	BoardRight     = say("The board is right.", "棋盘已摆好。")                                                    // its stones only have to settle
	PlaceUnseen    = say("Please put %s on %s. The board cannot see stones there.", "请将%s放在%s。棋盘检测不到那里的棋子。") // stones, points
	Paused         = say("The game is paused.", "对局已暂停。")
	ThinkerFailed  = say("I could not find a move (%s). Press resume to let me try again.", "我没能找到着法（%s）。请按“继续”让我重试。") // why

	// What is wrong on the board.

	StoneMoved   = say("The stone of %[1]s stands on %[2]s now. Put it back on %[1]s.", "%[1]s的棋子移到了%[2]s。请放回%[1]s。")            // from, to
	Replaced     = say("The stone on %s must be %s.", "%s应为%s子。")                                                                // point, colour that belongs there
	Missing      = say("The %s stone of %s is missing. Put it back.", "缺少%[2]s的%[1]s子。请放回。")                                     // colour, point
	OutOfTurn    = say("The stone on %s has the wrong colour: %s is to move.", "%s的棋子颜色不对：现在轮到%s。")                              // point, side to move
	TooMany      = say("Too many stones: this turn takes %d. Take away the stone on %s.", "棋子太多：本手只落%d枚。请取走%s的棋子。")              // number due, point
	RefusedTurn  = say("%s cannot be played: %s.", "%s不可落子：%s。")                                                                 // points, why
	FoulOverline = say("%s is forbidden to Black: it makes a row of more than five. Take the stone away.", "%s对黑方是禁手：长连。请取走该子。") // point
	FoulFours    = say("%s is forbidden to Black: it makes two fours. Take the stone away.", "%s对黑方是禁手：四四。请取走该子。")               // point
	FoulThrees   = say("%s is forbidden to Black: it makes two open threes. Take the stone away.", "%s对黑方是禁手：三三。请取走该子。")         // point
	Extra        = say("The stone on %s does not belong there. Take it away.", "%s不应有棋子。请取走。")                                   // point
	ThenMore     = say("Then %d more.", "之后还有%d处。")                                                                              // how many

	// What people do and may do.

	TakingBack   = say("The stones of %s are lifted. Leave them off to take the turn back, or put them back.", "%s的棋子已拿起。保持拿起即可悔棋，否则请放回。") // points
	TakeBackRest = say("The stones of %s are lifted. To take your turn back, lift those of %s too; if not, put them back.",
		"%s的棋子已拿起。若要悔棋，请把%s的棋子也拿起；否则请放回。") // points, points that are to be lifted too
	Captured  = say("Captured: remove %s.", "请提走%s的子。") // points
	Capturing = say("The stones of %s are lifted. Place your stone on %s to capture them, or put them back.",
		"%s的棋子已拿起。请在%s落子提子，否则请放回。") // points, the point that captures them

	// What people are asked, and how they answer.

	AskNewGame    = say("The board is clear. A new game?", "棋盘已清空。要开始新的一局吗？")
	AskNextGame   = say("Put down a first stone, and a new game begins.", "落下第一枚棋子即开始新的一局。") // the game is over, and a person begins
	AskSetUp      = say("The stones do not match the game. Play on from here?", "棋子与对局不符。要从当前局面继续吗？")
	AskUnseen     = say("Does a %s stone stand on %s? The board cannot see it.", "%[2]s有%[1]s子吗？棋盘检测不到那里。") // colour, point
	AskUnseenMany = say("Does a %s stone stand on one of %s? The board cannot see there. Answer on the page.",
		"%[2]s中的某一处有%[1]s子吗？棋盘检测不到那里。请在网页上回答。") // colour, points
	AskTurns     = say("Did %s play %s, and %s then %s?", "%s下了%s，然后%s下了%s，对吗？")                                                           // side, its points, other side, its points
	AskCapture   = say("Did %s play %s and capture %s?", "%s下在%s，提走了%s，对吗？")                                                               // side, its points, the point of the captured stone
	AskColors    = say("Stones of both colours were put back. Please check: %s.", "两种颜色的棋子都被放回。请核对：%s。")                                   // list of ColorOn
	ColorOn      = say("%s on %s", "%[2]s为%[1]s子")                                                                                         // colour, point
	AnswerYes    = say("For yes, put a stone on %s.", "如果是，请在%s放一枚棋子。")                                                                    // point
	AnswerSide   = say("If so, put a stone of the colour to move on %s. If not, follow the lights.", "如果是，轮到哪一方，就把哪一方的棋子放在%s；否则请按灯光提示操作。") // point
	AnswerColor  = say("For yes, put a %s stone on %s.", "如果有，请将一枚%s子放在%s。")                                                               // colour, point
	ElsePutBack  = say("If not, put the stones back.", "否则请把棋子放回。")
	ElseTakeAway = say("If not, take %s away.", "否则请取走%s。") // points
	Yes          = say("Yes", "是")
	No           = say("No", "否")
	SideMoves    = say("%s to move", "轮到%s")  // side
	StandsOn     = say("Yes, on %s", "有，在%s") // point

	// The openings.

	FirstPlayer   = say("the first player", "先手一方")
	SecondPlayer  = say("the second player", "后手一方")
	PutOpening    = say("The opening: %s puts down %s.", "开局：%s放%s。")                                         // player, stones
	PutFifths     = say("%s to move: put down %s, and White takes one of them away.", "轮到%s：请落%s，由白方取走其中一枚。") // side, stones
	OnlyPoint     = say("It belongs on %s.", "应放在%s。")                                                        // point
	LitPoints     = say("It belongs on one of the points that are lit.", "应放在亮灯的点上。")
	AskChoice     = say("It is for %s to choose.", "请%s作出选择。")                                                            // player
	AskFifth      = say("White chooses between %s: take the other black stone off the board.", "请白方在%s中选择一枚保留，并取走另一枚黑子。") // points
	OpeningIs     = say("This is opening %s, %s.", "本局开局：%s %s。")                                                         // code, name
	ChooseBlack   = say("take Black", "执黑")
	ChooseWhite   = say("take White", "执白")
	ChooseTwo     = say("put down two more stones", "再放两枚棋子")
	ChooseStone   = say("keep %s", "保留%s")               // point
	Chose         = say("Chosen by %s: %s.", "%s选择：%s。") // player, choice
	PeoplePlayNow = say("People play %s.", "现在由人执%s。")   // side
	NotCentre     = say("%s cannot be played: the first stone of the opening belongs in the middle, on %s. Take the stone away.",
		"%s不可落子：开局的第一枚棋子应放在天元%s。请取走该子。") // point, the middle
	NotAdjacent = say("%s cannot be played: the second stone of the opening belongs on one of the eight points around %s. Take the stone away.",
		"%s不可落子：开局的第二枚棋子应放在%s周围的八个点之一。请取走该子。") // point, the middle
	NotCentral = say("%s cannot be played: the third stone of the opening belongs within two points of %s. Take the stone away.",
		"%s不可落子：开局的第三枚棋子应放在以%s为中心的 5×5 范围内。请取走该子。") // point, the middle
	NotDifferent    = say("%[1]s is the mirror image of the other fifth stone, and so no choice. Put it elsewhere.", "%[1]s与另一枚第五手对称，白方无从选择。请换一处。") // point
	UnknownOpening  = say("%s has no opening %q: use %s.", "%s没有开局 %q：可用 %s。")                                                                      // game, what was asked, what there is
	NothingToChoose = say("There is nothing to choose now.", "现在没有需要选择的。")

	// A remote opponent, at the other end of a network.

	RemoteMoves   = say("Waiting for the remote opponent, who plays %s.", "正在等待远程对手（%s）落子。") // side
	RemoteChooses = say("Waiting for the remote opponent to choose.", "正在等待远程对手选择。")
	RemoteLong    = say("The remote opponent has been unreachable for %d minutes or more. End the game? It counts as abandoned, and nobody wins. Answer on the page; the game waits until then.",
		"远程对手失去联系已超过%d分钟。要结束对局吗？对局将记为中止，不计胜负。请在网页上回答；在此之前对局继续等待。") // minutes
	RemoteChosen  = say("In a remote game, a choice in the opening and the stones before it cannot be taken back.", "在远程对局中，开局的选择及此前的棋子不能悔棋。")
	RemoteCut     = say("The connection to the remote opponent is down. The game goes on as soon as it is back.", "与远程对手的连接已断开。恢复后对局将继续。")
	RemoteUnknown = say("The other table answers, but does not have this game now. I keep trying. You can also leave the game.", "对方棋桌有回应，但目前没有这一局。正在重试。你也可以退出该局。")
	RemoteLeft    = say("The remote opponent has left. Choose who plays that side, or start a new game.", "远程对手已离开。请选择由谁执这一方，或开始新的一局。")
	RemoteProblem = say("The remote game cannot go on, because the two programs do not agree on it. Leave it, or have the host start a new one.",
		"双方程序的记录不一致，远程对局无法继续。请退出，或由邀请方开始新的一局。")
	RemoteAsks = say("The remote opponent asks for a take-back (turns: %d). To agree, lift the stones of %s or answer on the page. To refuse, play on.",
		"远程对手请求悔棋（手数：%d）。如果同意，请拿起%s的棋子，或在网页上回答；如果拒绝，请继续落子。") // number of turns, points
	RemoteAsksPass = say("The remote opponent asks for a take-back (turns: %d). To agree, answer on the page. To refuse, play on.",
		"远程对手请求悔棋（手数：%d）。如果同意，请在网页上回答；如果拒绝，请继续下。") // number of turns
	RemoteAsked   = say("You asked the remote opponent for a take-back (turns: %d).", "已向远程对手请求悔棋（手数：%d）。") // number of turns
	RemoteRefuses = say("The remote opponent refused the take-back.", "远程对手拒绝悔棋。")
	RemoteLost    = say("Your last turn did not count, because the game had changed before it arrived. Follow the lights to put the board right.",
		"最后一手没有生效：送达之前对局已有变化。请按灯光恢复棋盘。")
	RemoteBegins     = say("A game with a remote opponent begins.", "与远程对手的对局开始。")
	RemoteUnfinished = say("The game with the remote opponent is not over. Resign or leave it first.", "与远程对手的对局尚未结束。请先认输或退出。")
	RemoteBehind     = say("The remote opponent does not know yet how the game ended. You can start a new one when the connection is back.",
		"远程对手尚不知道本局结果。连接恢复后才能开始新的一局。")
	RemoteGuest   = say("Only your opponent can start the next game. To play on your own, leave this one.", "下一局只能由对方发起。若要自己下棋，请先退出。")
	RemoteGone    = say("The remote opponent has left. To play on your own, leave this game.", "远程对手已离开。若要自己下棋，请先退出该局。")
	RemoteSeats   = say("The remote opponent plays %s. To change that, leave the game first.", "远程对手是%s。若要更改，请先退出对局。") // side
	RemoteNoPause = say("A remote game cannot be paused.", "远程对局不能暂停。")
	RemoteOver    = say("You cannot take back after a resignation or a loss on time.", "认输或超时之后不能悔棋。")
	PlayerRemote  = say("remote opponent", "远程对手")
	GuestBusy     = say("A remote opponent is playing at this board. Leave that game on the page first.", "远程对手正在此棋盘上对局。请先在网页上退出该局。")
	GuestGone     = say("No program is playing against the people at this board.", "目前没有程序与此棋盘前的人对局。")
	GuestUndo     = say("A remote program plays %s. Take turns back there.", "远程程序执%s。请在那里悔棋。") // side
	InviteOpen    = say("An invitation is open. Cancel it on the page or in the menu.", "邀请已发出，可在网页或菜单中取消。")
	InviteCode    = say("The code of the invitation is %s.", "邀请码是 %s。") // code, letter by letter
	InviteClosed  = say("The remote game or the invitation has ended.", "远程对局或邀请已结束。")
	InviteFailed  = say("That did not work: %v.", "操作失败：%v。") // cause

	// Other programs that play.

	NoSuchPlayer    = say("There is no player %q. Add it to the settings under [players].", "没有名为 %q 的棋手。请在配置的 [players] 中添加。") // what was asked
	PlaysNot        = say("%s does not play %s here.", "%s 不能在这里下 %s。")                                                         // player, game
	ProgramFailed   = say("%s did not give a legal turn. The machine played this turn instead.", "%s 没有给出可下的着法，这一手由机器代下。")      // player
	ProgramGone     = say("%s failed five times. The machine now plays in its place.", "%s 已失败五次，由机器继续代下。")                     // player
	ProgramBoard    = say("%s does not play on a board of this size. The machine plays in its place.", "%s 不支持这种大小的棋盘，由机器代下。")  // player
	ProgramNotReady = say("%s is not ready yet. The machine played this turn instead.", "%s 尚未就绪，这一手由机器代下。")                    // player
	ProgramHurried  = say("You did not wait for %s. The machine played this turn instead.", "没有等待 %s，这一手由机器代下。")                // player
	AskMenuProgram  = say("Which program plays?", "由哪个程序下？")
	MenuProgram     = say("another program", "其他程序")
	ProgramAlone    = say("the program plays both colours", "双方都由程序下")
	DoneProgram     = say("Very well: %s, %s.", "好的：%s，%s。") // program, who plays with it

	// This product's own players that sit by name, as the page calls them.

	minds = []Key{
		say("Road/shape", "路/棋型"), say("Road/shape, opening without search", "路/棋型，开局不搜索"), say("Road/road", "路/路"),
		say("Shape/shape", "棋型/棋型"), say("Shape/road", "棋型/路"), say("Templates", "模板"), say("Growing region", "渐扩区域"), say("Tuples", "五元组"),
	}

	// Matches of programs.

	MatchGames  = say("A match has %d to %d games, not %d.", "比赛应为%d至%d局，不能是%d局。") // the least, the most, what was asked
	MatchPeople = say("Only programs play matches. Choose one for each side, and no person.", "比赛只在程序之间进行，请为双方各选一个程序，不要由人来下。")
	MatchSame   = say("A match needs two different players. Choose another program for one side.", "比赛需要两个不同的棋手，请为其中一方另选程序。")
	MatchStands = say("Games played: %d of %d. Wins of %s: %d. Wins of %s: %d. Draws: %d. The next game begins soon.",
		"共%[2]d局，已下%[1]d局：%[3]s胜%[4]d局，%[5]s胜%[6]d局，和棋%[7]d局。下一局即将开始。") // games played, games in all, the first player, its wins, the other, its wins, draws
	MatchOver = say("The match is over. Games played: %d of %d. Wins of %s: %d. Wins of %s: %d. Draws: %d.",
		"比赛结束。共%[2]d局，已下%[1]d局：%[3]s胜%[4]d局，%[5]s胜%[6]d局，和棋%[7]d局。") // the same

	MatchHelped = say("Games in which the machine played turns for %s: %d.", "有%[2]d局由机器代%[1]s下过棋。") // player, number of games

	// What is said of the clock.

	TimeLow     = say("Less than %d seconds are left.", "剩余时间不足%d秒。") // seconds
	PeriodsLeft = say("Byo-yomi: %d periods are left.", "读秒：还剩%d次。")  // number of byo-yomi periods
	LastPeriod  = say("Byo-yomi: this is the last period.", "读秒：最后一次。")
	OvertimeOf  = say("Overtime: %d stones in %s.", "加时：%[2]s内下%[1]d子。") // number of stones, time as on a clock
	StonesIn    = say("%d stones in %s", "%[2]s内%[1]d子")                 // the same, beside a clock
	OvertimeOne = say("Overtime: one stone in %s.", "加时：%s内下1子。")        // time as on a clock
	StoneIn     = say("one stone in %s", "%s内1子")                        // the same, beside a clock
	StonesLeft  = say("Overtime: %d stones left.", "加时：还要下%d子。")         // number of stones
	LastStone   = say("Overtime: one stone left.", "加时：还要下1子。")

	// How a game ended.

	WinsByLine     = say("%s wins with %s in a row.", "%s%s子连珠，获胜。") // side, FiveInRow or one that follows it, or a longer row's number
	YouWinByLine   = say("You win with %s in a row.", "你%s子连珠，获胜。")  // in place of WinsByLine to the one person who plays, and so on; the same number
	FiveInRow      = say("five", "五")                                // stones in a row; [Language.Ending] counts on the order
	SixInRow       = say("six", "六")
	SevenInRow     = say("seven", "七")
	EightInRow     = say("eight", "八")
	NineInRow      = say("nine", "九")
	YouWinByFives  = say("The board is full. You have more fives and win.", "棋盘已满。你的五连更多，获胜。")
	YouWinByStuck  = say("Every point left is forbidden to %[1]s, and you would make five. You win.", "剩余各点对%[1]s均为禁手，你下一手即可成五，获胜。") // other side
	WinsByResign   = say("%[2]s resigned. %[1]s wins.", "%[2]s认输，%[1]s获胜。")                                                          // side, other side
	WinsByTime     = say("%[2]s ran out of time. %[1]s wins.", "%[2]s超时，%[1]s获胜。")                                                   // side, other side
	WinsByFoul     = say("%[2]s played a forbidden point. %[1]s wins.", "%[2]s下在禁手点，%[1]s获胜。")                                       // side, other side
	WinsByFives    = say("The board is full. %s has more fives and wins.", "棋盘已满。%s的五连更多，获胜。")                                       // side
	WinsByScore    = say("%s wins by %s.", "%s胜 %s。")                                                                                // side, by how much
	OnePoint       = say("one point", "1 目")
	SomePoints     = say("%s points", "%s 目")                              // number
	WinsByCapture  = say("%s wins. Stones captured: %s.", "%s获胜，共吃 %s 子。") // side, number of stones
	DrawCapture    = say("Both sides have captured the same number of stones. The game is a draw.", "双方吃子一样多，和棋。")
	FirstToCapture = say("The first to capture %d wins.", "先吃掉 %d 子者胜。") // number of stones
	DrawScore      = say("The points are equal. The game is a draw.", "双方目数相同，和棋。")
	WinsByStuck    = say("Every point left is forbidden to %[2]s, and %[1]s would make five. %[1]s wins.", "剩余各点对%[2]s均为禁手，%[1]s下一手即可成五，%[1]s胜。") // side, other side
	DrawFull       = say("The board is full. The game is a draw.", "棋盘已满，和棋。")
	EndAbandoned   = say("The remote opponent did not come back. The game was abandoned, and nobody wins.", "远程对手没有回来。对局中止，不计胜负。")
	ShortWins      = say("%s wins", "%s获胜") // side
	ShortDraw      = say("A draw", "和棋")
	ShortVoid      = say("Abandoned", "对局中止")
	DrawFives      = say("The board is full, and both sides have the same number of fives. The game is a draw.", "棋盘已满，双方五连数相同，和棋。")
	DrawStuck      = say("Every point left is forbidden to %s. The game is a draw.", "剩余各点对%s均为禁手，和棋。") // side

	// Who played.

	PlayerHuman   = say("human", "人")
	PlayerMachine = say("Stonehand level %d", "Stonehand 等级%d") // level
)
