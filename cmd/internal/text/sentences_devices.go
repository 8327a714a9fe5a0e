package text

// Sentences of what the game is played with: the board and its calibration, the arm, the
// voice, the storage, the computer.
// The comment behind a sentence says what its arguments are.
var (
	// The board and its lights.

	BoardLost     = say("The board cannot be reached: %s", "无法连接棋盘：%s")    // why, as a sentence
	LightsLost    = say("The lights cannot be reached: %s", "无法连接棋盘的灯：%s") // why
	BoardWaiting  = say("Waiting for the board.", "正在等待棋盘。")               // the board has not been read yet
	BoardTooSmall = say("This board has %d x %d points, but the game needs %d x %d. Connect another board or choose another game.",
		"此棋盘为 %d×%d 路，而本局需要 %d×%d 路。请换棋盘或换一种棋。") // columns, rows it has, columns, rows the game needs
	HandsMend    = say("The helping hands are putting the board right.", "系统正在自动恢复棋盘。") // in place of what a person would be asked to do
	NoHands      = say("This is a real board: you move its stones yourself.", "这是实体棋盘：棋子需要你亲手移动。")
	BadHands     = say("%q is not a setting for the helping hands: use %q or %q.", "hands 不能设为 %q：请用 %q 或 %q。") // what was said, and both that can be
	BoardGone    = say("The board cannot be reached.", "无法连接棋盘。")                                               // in place of BoardLost
	DeviceSays   = say("%s", "棋盘部件报告：%s")                                                                       // what a device says of itself
	DeviceFaulty = say("A part of the board does not work. See the page for details.", "棋盘的某个部件出现故障，详情请看网页。")   // in place of what a device says of itself

	// The arm.

	ArmPlaces     = say("I am putting %s on %s.", "我正在将%s放在%s。")                   // stones, points
	ArmLifts      = say("I am removing the captured stones: %s.", "我正在提走被吃的子：%s。") // points
	ArmClears     = say("I am clearing the board. Please keep your hands away.", "我正在清空棋盘。请将手移开。")
	ArmFailed     = say("My arm cannot place the stones. Please place them where the lights are.", "我的机械臂无法落子。请在亮灯处替我落子。")
	ArmLiftFailed = say("My arm cannot remove the stones. Please remove them yourself.", "我的机械臂无法提子。请你自行提走。")
	ArmDropped    = say("My arm dropped a %s stone. Please pick it up.", "我的机械臂掉了一枚%s子。请捡起来。")              // colour
	ArmLow        = say("My arm has only %s left. Please refill its trays soon.", "我的机械臂只剩%s。请尽快向棋盒里补充棋子。") // stones
	ArmEmpty      = say("My arm's tray of %s stones is empty. Refill it, then choose \"trays refilled\". Until then, please place my stones where the lights are.",
		"我的机械臂的%s子棋盒已空。请补充棋子，然后选择“棋盒已补充”。在此之前，请在亮灯处替我落子。") // colour
	ArmAway        = say("My arm cannot be used: %s. Please place my stones where the lights are.", "我的机械臂无法使用：%s。请在亮灯处替我落子。") // why
	ArmStopPressed = say("The emergency stop is pressed. Make sure nobody is near my arm, release the stop, then choose \"resume arm\".",
		"急停按钮已按下。请确认无人靠近机械臂，松开按钮，再选择“恢复机械臂”。")
	ArmDoorOpen = say("The door of my arm is open. Close it, then choose \"resume arm\".", "机械臂的安全门已打开。请关好门，再选择“恢复机械臂”。")
	ArmWaits    = say("When nobody is near it, choose \"resume arm\" on the page or in the menu. It homes first. Until then, please place my stones where the lights are.",
		"确认无人靠近后，请在网页或菜单中选择“恢复机械臂”，它会先回原点。在此之前，请在亮灯处替我落子。")
	ArmWhyEmergency = say("My arm was stopped by the emergency stop.", "机械臂已被急停按钮停下。")
	ArmWhyReset     = say("My arm has stopped: its controller was reset or lost power.", "机械臂已停下：控制器被复位或断电。")
	ArmWhyDoor      = say("My arm has stopped: its door was opened.", "机械臂已停下：安全门被打开。")
	ArmWhyHold      = say("My arm has stopped: someone pressed hold on its controller.", "机械臂已停下：有人在控制器上按了暂停。")
	ArmWhyCut       = say("My arm has stopped: the connection was lost while it was moving.", "机械臂已停下：移动时连接中断。")
	ArmWhyMissing   = say("The stones that my arm places do not reach the board. Please check its belts, gripper and trays.", "机械臂放的棋子没有到位。请检查皮带、夹爪和棋盒。")
	ArmWhyFailing   = say("My arm failed twice in a row. Please check it.", "机械臂连续两次失败。请检查机械臂。")
	ArmGoesOn       = say("My arm is starting again and homes first. Please keep your hands away.", "机械臂即将恢复运行，会先回原点。请将手移开。")
	ArmNotStopped   = say("My arm is not waiting to be resumed.", "机械臂没有在等待恢复。")
	ArmUnkept       = say("The state of my arm cannot be saved, because %s. If the program restarts, an arm that was stopped may move again: switch the arm off first.",
		"无法保存机械臂的状态：%s。程序若重启，已停下的机械臂可能再次移动，请先切断它的电源。") // why
	MenuResumeArm   = say("resume arm", "恢复机械臂")
	NoTrays         = say("This board has no arm with trays to refill.", "此棋盘没有需要补充棋盒的机械臂。")
	MenuRefill      = say("trays refilled", "棋盒已补充")
	ArmNone         = say("This table has no arm that can be moved by hand.", "此棋桌没有可以手动移动的机械臂。")
	ArmNotConfirmed = say("First a person at the board must confirm that nobody is near the arm.", "须先由棋盘旁的人确认机械臂附近无人。")
	ArmMoving       = say("The arm is still moving.", "机械臂还在移动。")
	ArmNotMoved     = say("The arm has not moved: %v.", "机械臂没有移动：%v。") // why
	ArmNotNow       = say("The arm cannot be moved by hand now. The board must be connected, and the arm must be ready and idle.",
		"现在不能手动移动机械臂：棋盘须已连接，机械臂须就绪且空闲。")
	ArmInUse       = say("The arm is in use. Try again when it is free.", "机械臂正在使用中。请等它空闲后再试。")
	ArmByHand      = say("The arm is being moved by hand. The game continues when that is over.", "机械臂正在手动移动中，结束后棋局才会继续。")
	ArmAtBoard     = say("This question can only be answered at the board, with a stone.", "此问题只能在棋盘上用棋子回答。")
	ArmAskMove     = say("Someone wants to move the arm from the operator's page. Is everyone clear of it?", "有人要在管理页面上移动机械臂。机械臂附近确实没有人吗？")
	ArmWhyOperator = say("somebody stopped it on the page", "有人在网页上停止了它")
	MenuMoveArm    = say("move the arm", "移动机械臂")

	// The storage, and the computer.

	JournalFailed = say("This game is not being saved, because %s. You can play on: all of it is saved as soon as that is fixed. Do not switch off until then.",
		"本局目前没有保存：%s。你可以继续下棋，问题解决后会自动补存全部内容；在此之前请勿断电。") // one of the Why keys, or a cause
	WhyFull      = say("the storage is full (free some space)", "存储空间已满（请清理）")
	WhyReadOnly  = say("the storage is read-only (check the card)", "存储为只读（请检查存储卡）")
	WhyForbidden = say("the program is not allowed to write to its folder (give the folder to the user it runs as)", "程序无权写入其文件夹（请把文件夹的所有者改为运行程序的用户）")
	WhyBroken    = say("the storage has errors (replace the card)", "存储出现错误（请更换存储卡）")
	LossMended   = say("The saved game was damaged. It was restored from a copy, and nothing was lost.", "保存的对局曾有损坏，已用副本恢复，没有丢失任何内容。")
	LossPart     = say("The saved game is damaged after turn %d, and everything later is lost. If its stones are still on the board, answer the question to play on from there.",
		"保存的对局在第%d手之后有损坏，之后的内容已丢失。如果棋子还在棋盘上，请回答问题，从当前局面继续。") // number of turns
	LossAll = say("The saved game cannot be read, so a new one begins. If its stones are still on the board, answer the question to play on from there.",
		"保存的对局无法读取，将开始新的一局。如果棋子还在棋盘上，请回答问题，从当前局面继续。")
	LossNewer = say("Everything after turn %d was saved by a newer version of this program and cannot be read. Install that version to get it back.",
		"第%d手之后的内容由较新版本的程序保存，无法读取。请安装该版本以恢复。") // number of turns
	LossAside      = say("The original is kept in the file %s.", "原文件已另存为 %s。")                                            // file
	ArchiveFailed  = say("The finished game is not in the list yet, because %s. I keep trying.", "已结束的对局尚未存入棋谱库：%s。正在重试。") // one of the Why keys, or a cause
	SettingsFailed = say("What was set last will be forgotten at the next start, because %s. I keep trying to save it.",
		"刚才的设置尚未保存，重启后会丢失：%s。正在重试。") // one of the Why keys, or a cause
	LinkFailed = say("The game with the remote opponent is not saved, and nothing is sent to them until it is, because %s. I keep trying.",
		"与远程对手的对局尚未保存，保存之前不会向对方发送任何内容：%s。正在重试。") // one of the Why keys, or a cause
	TooHotAt = say("The computer in the board is too hot (%d °C) and thinks more slowly. Improve the airflow or add a fan.",
		"棋盘内的电脑过热（%d °C），思考变慢。请改善通风或加装风扇。") // degrees Celsius
	TooHot    = say("The computer in the board is too hot and thinks more slowly. Improve the airflow or add a fan.", "棋盘内的电脑过热，思考变慢。请改善通风或加装风扇。")
	PowerWeak = say("The power supply is too weak, so the computer in the board thinks more slowly. Use a stronger supply or a shorter cable.",
		"供电不足，棋盘内的电脑思考变慢。请换用功率更大的电源或更短的线。")

	// Calibrating the board, and points that are left out.

	CalibWait   = say("Calibrating: the board is being read.", "校准：正在读取棋盘。")
	CalibClear  = say("Calibrating: take all stones off the board.", "校准：请取走棋盘上所有的棋子。")
	CalibStones = say("The board still sees stones. Points: %d. If none are there, just wait.", "棋盘在%d处仍检测到棋子。如果那里没有棋子，请稍等。") // number of stones
	CalibLeft   = say("Put a stone on the corner at Black's left hand.", "请在黑方左手边的棋盘角上放一枚棋子。")
	CalibRight  = say("Put a stone on the corner at Black's right hand.", "请在黑方右手边的棋盘角上放一枚棋子。")
	CalibLit    = say("Put a stone on the point that is lit.", "请在亮灯处放一枚棋子。")
	CalibSweep  = say("Show a stone to every point that is lit: put stones there, or push one slowly along the rows. %d of %d are done.",
		"请让每个亮灯的点都感应到棋子：可以逐点放子，也可以沿着横线慢慢推动一枚棋子。已完成%d处，共%d处。") // number of points done, number of points
	CalibProgress    = say("%d of %d points are done.", "已完成%d处，共%d处。")               // number of points done, number of points
	CalibLast        = say("These have not seen a stone yet: %s.", "这些点还没有感应到棋子：%s。") // points
	CalibNoCorner    = say("That is no corner. Take the stone off.", "那里不是棋盘角。请取走该子。")
	CalibNotTheOther = say("Those two corners do not match. Try again.", "这两个角不相符。请重来。")
	CalibNotLit      = say("That is not the point that is lit. Take the stone off.", "那里不是亮灯的点。请取走该子。")
	CalibTooMany     = say("One stone at a time, please.", "请一次只放一枚棋子。")
	CalibFound       = say("%d of %d points work.", "%d处正常，共%d处。")             // number of points that work, number of points
	CalibStuck       = say("These always show a stone: %s.", "这些点总是显示有棋子：%s。") // points
	CalibDead        = say("These never saw a stone: %s.", "这些点从未检测到棋子：%s。")   // points
	CalibWeak        = say("These lose stones: %s.", "这些点会丢失棋子：%s。")           // points
	CalibPartly      = say("Points that you did not test stay as they were.", "没有测试的点保持不变。")
	CalibPoints      = say("%d points", "共%d处") // number of points
	CalibDone        = say("The board is calibrated, and every point works.", "棋盘校准完毕，所有点都正常。")
	CalibDoneMasked  = say("The board is calibrated. I go on without the sensors of these: %s.", "棋盘校准完毕。以下各点的传感器不再使用：%s。") // points
	CalibEnded       = say("The calibration has ended, and nothing has changed.", "校准已结束，没有任何更改。")
	CalibNotSaved    = say("The calibration could not be saved (%v). It applies until the program ends.", "棋盘的校准结果未能保存（%v），仅在程序结束前有效。")   // cause
	CalibUnread      = say("The calibration in %s cannot be used: %v. Calibrate the board from the menu.", "%s 中的校准结果无法使用：%v。请从菜单中校准棋盘。") // file, cause
	CalibForeign     = say("The saved calibration is for another board, so it is not used. Calibrate this board from the menu.",
		"已保存的校准结果属于另一张棋盘，不会使用。请从菜单中校准此棋盘。")
	CalibRehung = say("The lights are wired differently from when the board was calibrated, so they may light other points. Calibrate the board from the menu.",
		"灯的接线与校准时不同，可能会点亮别的点。请从菜单中校准棋盘。")
	CalibArm          = say("The arm is placing a stone. Calibrate the board when it has finished.", "机械臂正在落子。请等它落好后再校准棋盘。")
	CalibFirst        = say("The board is being calibrated. End that first.", "正在校准棋盘。请先结束校准。")
	CalibNoBoard      = say("The board is not working, so it cannot be calibrated now.", "棋盘目前不可用，无法校准。")
	CalibWholeBoard   = say("This game uses only part of the board. Start a game of Connect6 first, then calibrate.", "本局只使用棋盘的一部分。请先开始一局六子棋，再校准。")
	CalibForgotten    = say("The calibration is forgotten.", "校准结果已清除。")
	CalibKnownNothing = say("There is no calibration to forget.", "没有可以清除的校准结果。")
	ChooseKeep        = say("keep this", "保存结果")
	ChooseAgain       = say("show more", "继续测试")
	ChooseLeave       = say("change nothing", "不更改")
	ChooseSkip        = say("skip", "跳过")
	ChooseFinish      = say("done", "完成")
	ChooseWhole       = say("everything", "全部")
	ChoosePoints      = say("the points alone", "只测试各点")
	AskMenuCalibrate  = say("Calibrate the board? The game is kept, and its stones come off for a while.", "要校准棋盘吗？对局会保留，棋子需暂时取走。")
	MenuCalibrate     = say("calibrate", "校准")
	MenuMask          = say("ignore this point", "停用该点")
	AskMaskStuck      = say("The board has seen a stone on %s for a long time. If there is none, its sensor is stuck. Go on without it?",
		"棋盘长时间检测到%s有棋子。如果那里没有棋子，说明传感器卡住了。要停用它吗？") // point
	AskMaskDead = say("The board has not seen the stone on %s for a long time. If it is there, the sensor is dead. Go on without it?",
		"棋盘长时间检测不到%s的棋子。如果棋子就在那里，说明传感器已失效。要停用它吗？") // point
	AskMaskLoose = say("The sensor of %s keeps changing by itself. Go on without it?", "%s的传感器读数不断变化。要停用它吗？") // point
	AskMaskWrong = say("The point %s has looked wrong for a long time. If nothing is wrong there, its sensor is broken. Go on without it?",
		"%s长时间显示异常。如果那里没有问题，说明传感器已损坏。要停用它吗？") // point
	DoneMask = say("I go on without the sensor of %s.", "%s的传感器已停用。") // point

	// The voice, and tests of parts.

	VolumeIs      = say("This is how loud I speak.", "我现在的音量是这样。")
	TestWhat      = say("%q cannot be tested: use %s.", "无法测试 %q：请用 %s。") // what was asked, what there is
	TestNone      = say("There is nothing to test: this table has no such part.", "无法测试：此棋桌没有这个部件。")
	TestVoiceSays = say("This is a test of the voice.", "这是语音测试。")

	// Shutting down.

	Goodbye         = say("Goodbye. Everything is saved. Wait ten seconds, then the power may be switched off.", "再见。一切已保存。请等十秒再切断电源。")
	GoodbyeUnsaved  = say("Goodbye. This game could not be saved. Wait ten seconds, then the power may be switched off.", "再见。本局未能保存。请等十秒再切断电源。")
	ShutdownOff     = say("Shutting down is turned off. To allow it, set power.shutdown in the configuration.", "关机功能未启用。如需启用，请在配置中设置 power.shutdown。")
	ShutdownFailed  = say("The computer does not shut down (%v). Wait ten seconds and pull the plug, or ask again.", "电脑没有关机（%v）。请等待十秒后拔下电源，或再试一次。") // why
	ShutdownUnsaved = say("The game is not saved, because %s. To shut down anyway and lose it, ask again within a minute.",
		"对局尚未保存：%s。若仍要关机并放弃对局，请在一分钟内再次操作。") // one of the Why keys, or a cause

	// What is said instead of a game while the configuration is wrong.

	SettingsWrong = say("Stonehand cannot start: there is an error in its settings.", "Stonehand 无法启动：设置有误。")
	SettingsMend  = say("Correct the file %s. Stonehand then starts by itself within ten seconds.", "请修改文件 %s。改好后十秒内 Stonehand 会自动启动。") // file
	SettingsVoice = say("I cannot start: there is an error in line %d of my settings.", "我无法启动：设置的第%d行有误。")                             // line
	StartFailed   = say("Stonehand cannot start.", "Stonehand 无法启动。")
	StartRetries  = say("It tries again by itself.", "它会自动重试。")
	StartMend     = say("It tries again by itself, and as soon as you change the file %s.", "它会自动重试；修改文件 %s 后也会立即重试。") // file
	StartVoice    = say("I cannot start. My page says why.", "我无法启动。原因请看我的网页。")
	AddressVoice  = say("I cannot start: another program uses the address of my page. I will try again.", "我无法启动：网页地址被其他程序占用。我会重试。")
)
