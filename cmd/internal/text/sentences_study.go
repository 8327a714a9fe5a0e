package text

// Sentences of learning: hints, replays, analyses and puzzles.
// The comment behind a sentence says what its arguments are.
var (
	// Hints, and what the lights show of a game of Go.

	HintSought     = say("I am looking for a hint.", "正在寻找提示。")
	HintSave       = say("Hint: %s saves the chain on %s (%s).", "提示：%s 可以救出 %s 处的棋（%s）。")    // point, stone of the chain, stones
	HintCapture    = say("Hint: %s captures the chain on %s (%s).", "提示：%s 可以吃掉 %s 处的棋（%s）。") // point, stone of the chain, stones
	HintKill       = say("Hint: %s kills the group on %s (%s).", "提示：%s 可以杀死 %s 处的棋（%s）。")    // point, stone of the chain, stones
	HintEnough     = say("That wins.", "这样就赢了。")
	HintByKo       = say("It takes a ko.", "需要打劫。")
	HintLine       = say("The line: %s.", "变化：%s。")                                                             // moves
	HintJoseki     = say("Hint: %s is a joseki move: %s.", "提示：%s 是定式着法：%s。")                                   // point, name
	HintWorth      = say("Hint: %s changes the balance of influence the most, by %d.", "提示：%s 对势力差的改变最大，为 %d。") // point, difference
	HintShape      = say("The shape: %s.", "棋形：%s。")                                                            // name
	HintPass       = say("Hint: pass. No move gains anything.", "提示：停一手，再下也没有收益。")
	HintWin        = say("Hint: %s. It wins by force.", "提示：%s，由此必胜。")                                                 // points
	HintLost       = say("Hint: %s. The opponent can win by force; this holds out longest.", "提示：%s。对方已有必胜着法，这样抵抗最久。") // points
	HintSearch     = say("Hint: %s. I found nothing stronger.", "提示：%s，这是我找到的最强着法。")                                   // points
	HintEven       = say("Hint: %s. I found nothing that leaves the sides more even.", "提示：%s，这是我找到的最接近均势的着法。")        // points
	HintBy         = say("Hint from %s: %s.", "%s 的提示：%s。")                                                            // adviser, points
	HintPassBy     = say("Hint from %s: pass.", "%s 的提示：停一手。")                                                         // adviser
	HintChance     = say("%s's winning chance: %d %%.", "%s胜率：%d%%。")                                                  // side, percent
	HintReply      = say("Expected reply: %s.", "预计对方下一手在%s。")                                                         // points
	HintChoice     = say("Hint: choose \"%s\".", "提示：选择“%s”。")                                                         // choice
	HintNone       = say("There is no hint for this game.", "这种棋没有提示。")
	HintNotTurn    = say("You can ask for a hint when it is your turn.", "轮到你时才能要提示。")
	HintWithStone  = say("Take the stones of this turn off the board before you ask for a hint.", "要提示之前，请先拿走这一手的棋子。")
	HintRemote     = say("There are no hints in a remote game.", "远程对局中没有提示。")
	HintFailed     = say("I could not find a hint.", "我没能找到提示。")
	MenuHint       = say("hint", "提示")
	MenuShow       = say("show on the board", "在棋盘上显示")
	AskMenuShow    = say("What should the lights show?", "灯光要显示什么？")
	ShowOff        = say("nothing", "不显示")
	ShowArea       = say("territory", "地盘")
	ShowMap        = say("influence", "势力")
	ShowMoves      = say("known moves", "定式与棋形")
	ShowIs         = say("The lights show: %s.", "灯光显示：%s。")                       // what is shown
	ShowWhat       = say("The lights cannot show %q: use %s.", "灯光不能显示 %q：可用 %s。") // what was asked, what there is
	ShowGo         = say("The lights show this in games of Go only.", "只有围棋才能这样显示。")
	AskAdviser     = say("A hint?", "要提示吗？")
	AskMenuAdviser = say("Which program gives the hint?", "由哪个程序提示？")

	// A recorded game on the board.

	ReviewAt      = say("Turn %d of %d.", "第%d手，共%d手。")            // number of the turn, turns
	ReviewPut     = say("Put a %s stone on %s.", "请将一枚%s子放在%s。")   // colour, point
	ReviewLift    = say("Take away the stone on %s.", "请取走%s的棋子。") // point
	ReviewPass    = say("%s passes.", "%s停一手。")                    // side
	ReviewSetUp   = say("Stones are set up.", "此处摆放棋子。")
	ReviewGuess   = say("Where does %s play?", "%s下在哪里？") // side
	ReviewWrong   = say("Not there. Take the stone away and try again.", "不在这里。请取走棋子，再试一次。")
	ReviewCount   = say("Right at the first try: %d of %d.", "一次猜中%d手，共%d手。") // turns right at the first try, turns
	ReviewOver    = say("This is the end of the game.", "已到终局。")
	ReviewOn      = say("To continue, press \"next turn\", or play the next turn yourself.", "要继续，请按“下一手”，或自己摆出下一手。")
	ReviewFirst   = say("A recorded game is being replayed on the board. End that first.", "正在棋盘上打谱。请先结束打谱。")
	ReviewNone    = say("No game is being replayed on the board.", "现在没有在棋盘上打谱。")
	ReviewRemote  = say("A game with a remote opponent is under way. Replay another time.", "正在与远程对手对局。请以后再打谱。")
	ReviewNoBoard = say("This board cannot show a game of %d x %d points now.", "此棋盘现在无法显示%d×%d路的对局。") // columns, rows
	ReviewEnded   = say("The replay has ended.", "打谱已结束。")
	PuzzleFirst   = say("There is a puzzle on the board. End that first.", "正在棋盘上做习题。请先结束习题。")
	PuzzlesEnded  = say("The puzzles have ended.", "习题已结束。")
	ReviewWhat    = say("A replay cannot do %q. Use one of: %s.", "打谱没有 %q 这个操作。可用：%s。") // what was asked, what there is

	// What an analysis says of a turn.

	ValueWon    = say("won", "已胜")
	ValueLost   = say("lost", "已负")
	ValueDrawn  = say("drawn", "和棋")
	ValueWins   = say("wins in %d", "%d手内必胜")                          // number of turns
	ValueLoses  = say("loses in %d", "%d手内必败")                         // number of turns
	ValueChance = say("%.0f %%", "胜率%.0f%%")                           // percent
	JudgedTurn  = say("%s: %s", "%s：%s")                               // side, value
	BeginsWin   = say("Starts a forced win in %d turns.", "由此%d手内必胜。") // number of turns
	MissesWin   = say("Misses a forced win in %d: %s.", "错过%d手必胜：%s。") // number of turns, line
	BetterTurn  = say("Better, with %s: %s.", "更好的着法（%s）：%s。")         // value, line
	AllowsWin   = say("Allows %s to win by force: %s.", "让%s得以必胜：%s。") // side, line

	// Puzzles on the board.

	MenuPuzzles  = say("puzzles", "习题")
	AskRules     = say("Rules or puzzles?", "看规则还是做习题？")
	PuzzleAt     = say("Puzzle %d of %d, grade %d.", "习题%d，共%d题，难度%d。") // number, of how many, grade
	PuzzleOn     = say("Right. Go on.", "正确。请继续。")
	PuzzleSolved = say("Solved. Take a stone away for the next puzzle, or all stones to stop.", "解出来了。取走一枚棋子进入下一题，取走所有棋子则结束。")
	PuzzleFoul   = say("Right: that point is forbidden.", "正确：这一点是禁手。")
	PuzzleWrong  = say("Not this. See what %s does.", "不对。看看%s怎么应。") // side
	PuzzleAgain  = say("That is how it fails. Take a stone away to try again.", "这样就失败了。取走一枚棋子可再试一次。")
	PuzzleLegal  = say("Not this one: that point is allowed. Take a stone away to try again.", "不对：这一点不是禁手。取走一枚棋子可再试一次。")
	AskComplete  = say("%s wins this turn.", "%s本手可胜。")                                        // side
	AskOpenFour  = say("%s makes a four with both ends open.", "%s做成活四。")                      // side
	AskFourThree = say("%s wins: begin with a four and a three at once.", "%s先做四三，然后取胜。")      // side
	AskThrees    = say("%s wins: begin with a three.", "%s先做活三，然后取胜。")                         // side
	AskDouble    = say("%s makes more threats than two stones can stop.", "%s制造对方用两子也挡不住的威胁。") // side
	AskForced    = say("%s wins with one threat after another.", "%s连续进攻取胜。")                  // side
	AskDefend    = say("%s stops the win. Every other answer loses.", "%s化解对方的胜势。其他下法都输。")     // side
	AskFoul      = say("Put a stone on the point that is forbidden to %s.", "请把棋子放在%s的禁手点上。")  // side
	AskTrap      = say("%s wins, because Black may not play where it has to.", "%s利用黑方的禁手取胜。") // side
)
