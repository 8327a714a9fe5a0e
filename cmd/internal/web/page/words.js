// The page's words, in English and Chinese. Elements name theirs in data-text
// (their text) or data-label (their accessible name).

const words = {
  en: {
    other: "中文", otherLabel: "切换到中文",
    black: "Black", white: "White", blackStone: "black", whiteStone: "white", stone: "a stone", and: " and ", comma: ", ",
    offline: "The machine does not answer. Trying again…",
    connecting: "Connecting to the machine…",
    board: "Board", controls: "Controls", moves: "Moves", games: "Finished games", line: "Principal variation",
    cell: (p, what) => `${p}, ${what}`, empty: "empty", wantedHere: (c) => `put ${c} here`,
    clear: "Clear the board", human: (c) => `${c} to play`, thinking: (c) => `${c} is thinking`, place: (c) => `Place ${c}’s stones`,
    boardPoints: "The board’s points", doCalibrate: "Calibrate", calibrationProgress: "Progress of the calibration", calibrate: "Calibrating the board",
    repair: "Mend the board", paused: "Paused", lost: "The board is not connected", elsewhere: "The player elsewhere is to move", over: "Game over",
    wins: (c) => `${c} wins`, youWon: "You won", draw: "A draw",
    countOf: (n, due) => `${n} of ${due}`,
    legend: { wanted: "put a stone here", missing: "a stone is missing", extra: "take this stone away", wrong: "wrong colour", accepted: "accepted", refused: "not allowed", forbidden: "forbidden to Black", allowed: "the stone may go here", asked: "a question is asked here", better: "better here" },
    keys: "Buttons beside the board", held: (what) => `hold: ${what}`,
    handHolds: "A tap puts down", handAuto: "what is due", sweep: "Take all stones off", realBoard: "As on a real board",
    game: "Game", gameNames: { connect6: "Connect6", gomoku: "Gomoku", "gomoku-standard": "Gomoku, exactly five", renju: "Renju" },
    ended: (result) => (result === "draw" ? say("draw") : result === "void" ? "Abandoned" : result === "unfinished" ? "Unfinished" : result ? say("wins", side(result)) : ""),
    opening: "Opening", choose: "A choice",
    newGame: "New game", undo: "Undo", pause: "Pause", resume: "Resume", moveNow: "Move now", resign: "Resign",
    thinkingTitle: "Thinking", showLine: "line on board",
    depth: "Depth", score: "Chance", speed: "Turns/s", nodes: "Turns", timeLeft: "Time left", turnsDeep: (n) => `${n}`, winning: "wins", losing: "loses", seconds: "s",
    noMoves: "No stone has been put down yet.", noGames: "None yet.", level: (n) => `level ${n}`, you: "human", away: "elsewhere", turns: (n) => `${n} turns`,
    download: "SGF", downloadLabel: (what) => `Download ${what} as SGF`,
    whoPlays: "Black begins. Who plays?",
    playBlack: "I play Black", playWhite: "I play White", playBoth: "Two people", playNone: "Machine alone",
    strength: "Strength", turnTime: "Machine’s time a turn", cancel: "Cancel", start: "Start",
    replaces: "The game in progress ends without a result.",
    askResign: "Give this game up?", askResignOk: "Resign",
    armPlaces: (c) => `${c}’s stones are being put down`,
    clock: "Clock", noClock: "None", clock30sTurn: "30 s a turn", clock5m3s: "5 min + 3 s a turn", clock10m5s: "10 min + 5 s a turn", clock30m: "30 min",
    clock10m3x30s: "10 min, then 3 × 30 s", clockOther: "Other…", clockHow: "Clock, as 15m+10s, 30s/turn or 10m+3x30s",
    clockOf: (c) => `Clock of ${c}`,
    periodsToCome: (n, s) => `+ ${n} × ${s} s`, inPeriod: (n, s) => (n === 1 ? `last ${s} s` : `${n} × ${s} s`),
    seats: "Change players", change: "Change", seatsHint: "The game goes on, and the sides change hands at once. Another clock begins with all its time on it.",
    shutdown: "Shut down", askShutdown: "Shut down the computer in the board? The game is saved, and goes on when it is switched on again.",
    resumeArm: "Arm goes on", askResumeArm: "Is nobody near the arm? It homes first, over the whole board.",
    refill: (left) => `Arm: ${left} left. Trays are refilled`, trayHas: (n, c) => `${n} ${c}`,
    voice: "Voice", mute: "off",
    off: "Shutting down",
    wentOff: "The board has been shut down. It comes back when it is switched on.",
    noAnswer: "The machine did not answer. Try again.",
    lookBack: "Look back at the game", backToTable: "Back to the table", atTheTable: (headline) => `At the table: ${headline}`,
    gameOf: (when) => `Game of ${when}`, course: "Course of the game", steps: "Steps", space: " ",
    stepFirst: "To the beginning", stepBack: "A turn back", stepOn: "A turn on", stepLast: "To the end",
    nextMistake: "Next mistake", lineClose: "Back to the game",
    beginning: "The beginning", turnOf: (n, all) => `Turn ${n} of ${all}`, lineOf: (n, all) => `Line ${n} of ${all}`,
    graphTitle: "Black’s chance", graphLabel: "Turn",
    analysis: "Analysis", analyse: "Analyse", analyseAgain: "Analyse again", thoroughness: "How thoroughly", perTurn: (s) => `${s} s a turn`,
    takesAbout: (s) => `takes about ${s < 90 ? `${s} s` : `${Math.round(s / 60)} min`}`,
    analysing: (n, all) => `Analysing: ${n} of ${all} positions.`, analysingOther: (n, all) => `Another game is being analysed: ${n} of ${all} positions.`,
    analysisWaits: "It waits while the machine thinks.", analysisFailed: "The analysis failed; the machine’s log says why.",
    analysisProgress: "Progress of the analysis",
    symbols: { good: "begins a win", doubtful: "doubtful", bad: "bad", missed: "misses a win" },
    won: "won", lost: "lost", drawn: "drawn", winsIn: (n) => `wins in ${n}`, losesIn: (n) => `loses in ${n}`,
    valueOf: (who, worth) => `${who}: ${worth}.`,
    bestAndPlayed: (who, best, played) => `${who} with the best turn: ${best}. As played: ${played}.`,
    better: "Better", thenWins: (who) => `${who} wins by`,
    meanLoss: "lost a turn",
    annotatedSGF: "Annotated SGF", plainSGF: "SGF",
  },
  zh: {
    other: "English", otherLabel: "Switch to English",
    black: "黑方", white: "白方", blackStone: "黑子", whiteStone: "白子", stone: "棋子", and: "和", comma: "、",
    offline: "机器没有回应，正在重试……",
    connecting: "正在连接机器……",
    board: "棋盘", controls: "操作", moves: "着法", games: "已结束的对局", line: "主要变化",
    cell: (p, what) => `${p}，${what}`, empty: "空", wantedHere: (c) => `请在此放${c}`,
    clear: "请清空棋盘", human: (c) => `轮到${c}`, thinking: (c) => `${c}正在思考`, place: (c) => `请替${c}落子`,
    boardPoints: "棋盘各点", doCalibrate: "校准", calibrationProgress: "校准进度", calibrate: "正在校准棋盘",
    repair: "请恢复棋盘", paused: "已暂停", lost: "棋盘未连接", elsewhere: "轮到远端棋手", over: "对局结束",
    wins: (c) => `${c}获胜`, youWon: "你赢了", draw: "和棋",
    countOf: (n, due) => `${n} / ${due}`,
    legend: { wanted: "请在此落子", missing: "缺少棋子", extra: "请取走此子", wrong: "颜色不对", accepted: "已确认", refused: "不可落子", forbidden: "黑方禁手", allowed: "可落子", asked: "此处有提问", better: "此处更好" },
    keys: "棋盘旁的按钮", held: (what) => `按住：${what}`,
    handHolds: "点按落子", handAuto: "按轮次", sweep: "取走全部棋子", realBoard: "如同真实棋盘",
    game: "棋种", gameNames: { connect6: "六子棋", gomoku: "五子棋（无禁手）", "gomoku-standard": "五子棋（恰好五连）", renju: "连珠（有禁手）" },
    ended: (result) => (result === "draw" ? say("draw") : result === "void" ? "对局中止" : result === "unfinished" ? "未下完" : result ? say("wins", side(result)) : ""),
    opening: "开局", choose: "请选择",
    newGame: "新对局", undo: "悔棋", pause: "暂停", resume: "继续", moveNow: "立即落子", resign: "认输",
    thinkingTitle: "机器的思考", showLine: "棋盘上显示变化",
    depth: "深度", score: "胜率", speed: "每秒手数", nodes: "已算手数", timeLeft: "剩余时间", turnsDeep: (n) => `${n}`, winning: "胜", losing: "负", seconds: "秒",
    noMoves: "尚未落子。", noGames: "暂无。", level: (n) => `${n}级`, you: "人", away: "远端", turns: (n) => `${n}手`,
    download: "SGF", downloadLabel: (what) => `下载 ${what} 的 SGF`,
    whoPlays: "黑方先行。谁来下？",
    playBlack: "我执黑", playWhite: "我执白", playBoth: "双人对弈", playNone: "机器自弈",
    strength: "棋力", turnTime: "机器每手时间", cancel: "取消", start: "开始",
    replaces: "当前对局将结束，不计胜负。",
    askResign: "确定认输吗？", askResignOk: "认输",
    armPlaces: (c) => `正在替${c}落子`,
    clock: "棋钟", noClock: "无", clock30sTurn: "每手30秒", clock5m3s: "5分钟，每手加3秒", clock10m5s: "10分钟，每手加5秒", clock30m: "30分钟",
    clock10m3x30s: "10分钟，读秒3次30秒", clockOther: "其他……", clockHow: "棋钟，如 15m+10s、30s/turn 或 10m+3x30s",
    clockOf: (c) => `${c}的棋钟`,
    periodsToCome: (n, s) => `+ ${n}×${s}秒`, inPeriod: (n, s) => (n === 1 ? `最后${s}秒` : `${n}×${s}秒`),
    seats: "更换棋手", change: "更换", seatsHint: "对局继续，双方立即换人。更换棋钟则重新计时。",
    shutdown: "关机", askShutdown: "要关闭棋盘内的电脑吗？对局已保存，开机后继续。",
    resumeArm: "机械臂继续", askResumeArm: "机械臂附近确定没有人吗？它会先回原点，经过整个棋盘。",
    refill: (left) => `机械臂剩余：${left}。棋盒已补充`, trayHas: (n, c) => `${c}${n}枚`,
    voice: "语音", mute: "静音",
    off: "正在关机",
    wentOff: "棋盘已关机，开机后即恢复。",
    noAnswer: "机器没有回应，请再试一次。",
    lookBack: "复盘", backToTable: "返回棋桌", atTheTable: (headline) => `棋桌：${headline}`,
    gameOf: (when) => `${when} 的对局`, course: "对局进程", steps: "步进", space: "",
    stepFirst: "回到开局", stepBack: "后退一手", stepOn: "前进一手", stepLast: "到终局",
    nextMistake: "下一处失误", lineClose: "回到对局",
    beginning: "开局", turnOf: (n, all) => `第${n}手，共${all}手`, lineOf: (n, all) => `变化 ${n} / ${all}`,
    graphTitle: "黑方胜率", graphLabel: "手数",
    analysis: "分析", analyse: "分析", analyseAgain: "重新分析", thoroughness: "分析深度", perTurn: (s) => `每手${s}秒`,
    takesAbout: (s) => `约需${s < 90 ? `${s}秒` : `${Math.round(s / 60)}分钟`}`,
    analysing: (n, all) => `已分析 ${n} / ${all} 个局面。`, analysingOther: (n, all) => `正在分析另一局：${n} / ${all} 个局面。`,
    analysisWaits: "机器思考时分析暂停。", analysisFailed: "分析失败；原因见机器日志。",
    analysisProgress: "分析进度",
    symbols: { good: "由此必胜", doubtful: "疑问手", bad: "坏棋", missed: "错过必胜" },
    won: "已胜", lost: "已负", drawn: "和棋", winsIn: (n) => `${n}手内必胜`, losesIn: (n) => `${n}手内必败`,
    valueOf: (who, worth) => `${who}：${worth}。`,
    bestAndPlayed: (who, best, played) => `${who}最佳着法：${best}；实战：${played}。`,
    better: "更好", thenWins: (who) => `${who}的胜法`,
    meanLoss: "每手损失",
    annotatedSGF: "带注解的 SGF", plainSGF: "SGF",
  },
};

let language = "en";

/** The page's language, "en" or "zh". */
export const present = () => language;

/** What the machine tells people, in the page's language: its message and its fault. */
export const told = (state) => state.said?.[language] ?? { message: state.message, fault: state.fault };

/** The word or sentence for key; one that takes arguments gets them. */
export function say(key, ...args) {
  const word = words[language][key];
  return typeof word === "function" ? word(...args) : word;
}

/** The name of a side, "black" or "white". */
export const side = (color) => (color ? say(color) : "");

/** A stone of a colour, as a word: "black", "white" or "stone". */
export const stoneWord = (color) => say({ black: "blackStone", white: "whiteStone" }[color] ?? "stone");

/** A list of points as people say it. */
export function points(list) {
  const last = list.at(-1) ?? "";
  return list.length < 2 ? last : list.slice(0, -1).join(say("comma")) + say("and") + last;
}

/** Chooses the language: the one chosen before, else the browser's. */
export function chooseLanguage(wanted) {
  let kept = wanted;
  try {
    if (wanted) localStorage.setItem("language", wanted);
    kept ??= localStorage.getItem("language");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  language = kept ?? (navigator.languages?.[0] ?? navigator.language ?? "en");
  language = language.toLowerCase().startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const e of document.querySelectorAll("[data-text]")) e.textContent = say(e.dataset.text);
  for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", say(e.dataset.label));
}
