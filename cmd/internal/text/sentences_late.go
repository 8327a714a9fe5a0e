package text

// late holds the sentences of who takes a game home, of who mends the settings, and of
// puzzles.
var late = map[Key][Languages]string{
	TakeAbout:     {"%s, %s, turns: %d", "%s，%s，共%d手"},
	TakeVisitor:   {"visitor", "观众"},
	TakePicture:   {"Picture", "图片"},
	TakeAnimation: {"Animation", "动画"},
	TakeSGF:       {"Game record", "棋谱"},
	TakeUntil:     {"This page is available until %s. Save what you want to keep.", "本页保留到 %s，请及时保存。"},
	TakeGone:      {"There is no game here. The link is incomplete or has expired.", "这里没有对局：链接不完整，或已过期。"},

	SettingsWrong: {"Stonehand cannot start: there is an error in its settings.", "Stonehand 无法启动：设置有误。"},
	SettingsMend:  {"Correct the file %s. Stonehand then starts by itself within ten seconds.", "请修改文件 %s。改好后十秒内 Stonehand 会自动启动。"},
	SettingsVoice: {"I cannot start: there is an error in line %d of my settings.", "我无法启动：设置的第%d行有误。"},
	StartFailed:   {"Stonehand cannot start.", "Stonehand 无法启动。"},
	StartRetries:  {"It tries again by itself.", "它会自动重试。"},
	StartMend:     {"It tries again by itself, and as soon as you change the file %s.", "它会自动重试；修改文件 %s 后也会立即重试。"},
	StartVoice:    {"I cannot start. My page says why.", "我无法启动。原因请看我的网页。"},
	AddressVoice:  {"I cannot start: another program uses the address of my page. I will try again.", "我无法启动：网页地址被其他程序占用。我会重试。"},

	MenuPuzzles: {"puzzles", "习题"}, AskRules: {"Rules or puzzles?", "看规则还是做习题？"},
	PuzzleAt: {"Puzzle %d of %d, grade %d.", "习题%d，共%d题，难度%d。"}, PuzzleOn: {"Right. Go on.", "正确。请继续。"},
	PuzzleSolved: {"Solved. Take a stone away for the next puzzle, or all stones to stop.", "解出来了。取走一枚棋子进入下一题，取走所有棋子则结束。"}, PuzzleFoul: {"Right: that point is forbidden.", "正确：这一点是禁手。"},
	PuzzleWrong: {"Not this. See what %s does.", "不对。看看%s怎么应。"}, PuzzleAgain: {"That is how it fails. Take a stone away to try again.", "这样就失败了。取走一枚棋子可再试一次。"},
	AskComplete: {"%s wins this turn.", "%s本手可胜。"}, AskOpenFour: {"%s makes a four with both ends open.", "%s做成活四。"},
	AskFourThree: {"%s wins: begin with a four and a three at once.", "%s先做四三，然后取胜。"}, AskThrees: {"%s wins: begin with a three.", "%s先做三，然后取胜。"},
	AskDouble: {"%s makes more threats than two stones can stop.", "%s制造对方用两子也挡不住的威胁。"}, AskForced: {"%s wins with one threat after another.", "%s连续进攻取胜。"},
	AskDefend: {"%s stops the win. Every other answer loses.", "%s化解对方的胜势。其他下法都输。"}, AskFoul: {"Put a stone on the point that is forbidden to %s.", "请把棋子放在%s的禁手点上。"},
	AskAdviser: {"A hint?", "要提示吗？"}, AskMenuAdviser: {"Which program gives the hint?", "由哪个程序提示？"},
	GameFives:   {"Connect6, fives count", "六子棋（满盘数五连）"},
	MatchGames:  {"A match has %d to %d games, not %d.", "比赛应为%d至%d局，不能是%d局。"},
	MatchPeople: {"Only programs play matches. Choose one for each side, and no person.", "比赛只在程序之间进行，请为双方各选一个程序，不要由人来下。"},
	MatchSame:   {"A match needs two different players. Choose another program for one side.", "比赛需要两个不同的棋手，请为其中一方另选程序。"},
	MatchStands: {"Games played: %d of %d. Wins of %s: %d. Wins of %s: %d. Draws: %d. The next game begins soon.", "共%[2]d局，已下%[1]d局：%[3]s胜%[4]d局，%[5]s胜%[6]d局，和棋%[7]d局。下一局即将开始。"},
	MatchOver:   {"The match is over. Games played: %d of %d. Wins of %s: %d. Wins of %s: %d. Draws: %d.", "比赛结束。共%[2]d局，已下%[1]d局：%[3]s胜%[4]d局，%[5]s胜%[6]d局，和棋%[7]d局。"},
	AskTrap:     {"%s wins, because Black may not play where it has to.", "%s利用黑方的禁手取胜。"},
}

func init() {
	for k, s := range late {
		sentences[k] = s
	}
}
