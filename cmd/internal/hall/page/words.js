// The words of the hall's page, in English and Chinese.

const en = {
  title: "Stonehand hall", tables: "Tables", empty: "No table has connected yet.",
  summary: "{playing} of {all} tables play", offline: "The hall cannot be reached. The page reconnects by itself.",
  login: "Log in", logout: "Log out", password: "Password", cancel: "Cancel", language: "中文",
  games: "Finished games", search: "Search", found: "{n} games", foundSome: "{n} games, the latest {shown} are shown",
  date: "Date", table: "Table", game: "Game", black: "Black", white: "White", result: "Result", turnsTitle: "Turns", turns: "turn {n}",
  away: "Not connected", still: "Does not respond", fault: "Fault", question: "Waits for an answer", ok: "OK",
  "phase.clear": "New game", "phase.human": "Player to move", "phase.thinking": "Machine is thinking", "phase.place": "Machine's stones to be placed",
  "phase.choose": "Choice of the opening", "phase.count": "Counting", "phase.repair": "Board to be corrected", "phase.paused": "Paused", "phase.over": "Game over",
  "phase.lost": "Board not connected", "phase.off": "Shutting down", "phase.elsewhere": "Remote opponent to move", "phase.calibrate": "Calibration", "phase.review": "Replay of a game",
  "game.connect6": "Connect6", "game.gomoku": "Gomoku", "game.gomoku-standard": "Gomoku (exactly five)", "game.renju": "Renju", "game.go": "Go",
  "do.pause": "Pause", "do.resume": "Resume", "do.undo": "Take back", "do.new-game": "New game", "do.shutdown": "Shut down",
  sure: "{what} at {table}?", volume: "Volume", "black.wins": "Black wins", "white.wins": "White wins", draw: "Draw", void: "Abandoned", unfinished: "Unfinished",
  "result.black": "Black", "result.white": "White", "result.draw": "Draw", "result.void": "Abandoned", "result.unfinished": "Unfinished",
  board: "{table}: {game}, {black} black and {white} white stones",
  tournaments: "Tournaments", newTournament: "New tournament", noTournaments: "No tournament yet.", titleField: "Title", kindField: "System", roundsField: "Rounds (Swiss system)",
  playersField: "Players, one per line, the strongest first", begin: "Create", round: "round {n}", tournamentOver: "finished", record: "Results", nextRound: "Pair the next round",
  free: "{name} has no opponent", sendTo: "Send to table", enterResult: "Enter result", playerTitle: "Player", points: "Points",
  "kind.round-robin": "Round robin", "kind.swiss": "Swiss system", "kind.knockout": "Knockout",
};

/** @type {Record<keyof typeof en, string>} */
const zh = {
  title: "Stonehand 大厅", tables: "棋桌", empty: "还没有棋桌连接。",
  summary: "{all} 张棋桌，{playing} 张正在对局", offline: "无法连接大厅，页面会自动重新连接。",
  login: "登录", logout: "退出登录", password: "密码", cancel: "取消", language: "English",
  games: "已结束的对局", search: "搜索", found: "共 {n} 局", foundSome: "共 {n} 局，显示最近 {shown} 局",
  date: "日期", table: "棋桌", game: "棋种", black: "黑方", white: "白方", result: "结果", turnsTitle: "手数", turns: "第 {n} 手",
  away: "未连接", still: "没有响应", fault: "故障", question: "等待回答", ok: "正常",
  "phase.clear": "新对局", "phase.human": "轮到棋手", "phase.thinking": "机器正在思考", "phase.place": "请摆放机器的棋子",
  "phase.choose": "开局选择", "phase.count": "正在数子", "phase.repair": "请恢复棋盘", "phase.paused": "已暂停", "phase.over": "对局结束",
  "phase.lost": "棋盘未连接", "phase.off": "正在关机", "phase.elsewhere": "轮到远程对手", "phase.calibrate": "校准", "phase.review": "复盘",
  "game.connect6": "六子棋", "game.gomoku": "五子棋", "game.gomoku-standard": "五子棋（恰好五连）", "game.renju": "连珠", "game.go": "围棋",
  "do.pause": "暂停", "do.resume": "继续", "do.undo": "悔棋", "do.new-game": "新对局", "do.shutdown": "关机",
  sure: "{table}：{what}？", volume: "音量", "black.wins": "黑胜", "white.wins": "白胜", draw: "和棋", void: "已中止", unfinished: "未完成",
  "result.black": "黑胜", "result.white": "白胜", "result.draw": "和棋", "result.void": "已中止", "result.unfinished": "未完成",
  board: "{table}：{game}，黑子 {black}，白子 {white}",
  tournaments: "比赛", newTournament: "新比赛", noTournaments: "还没有比赛。", titleField: "名称", kindField: "赛制", roundsField: "轮数（瑞士制）",
  playersField: "棋手，每行一位，棋力强的在前", begin: "创建", round: "第 {n} 轮", tournamentOver: "已结束", record: "成绩", nextRound: "编排下一轮",
  free: "{name} 轮空", sendTo: "安排到棋桌", enterResult: "录入结果", playerTitle: "棋手", points: "积分",
  "kind.round-robin": "循环赛", "kind.swiss": "瑞士制", "kind.knockout": "淘汰赛",
};

const words = { en, zh };

/** @typedef {keyof typeof en} Code */

/** @type {"en" | "zh"} */
let language = (navigator.language ?? "en").toLowerCase().startsWith("zh") ? "zh" : "en";
try {
  const kept = localStorage.getItem("language");
  if (kept === "en" || kept === "zh") language = kept;
} catch {
  // Without storage the choice lasts as long as the page.
}

export const present = () => language;

/** The sentence for a code, with the values that it names in braces.
 * @param {Code} code
 * @param {Record<string, string | number>} [values] */
export const say = (code, values = {}) => words[language][code].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The word for a code that the table may know and this page may not.
 * @param {string} code
 * @param {string} otherwise */
export const named = (code, otherwise) => /** @type {Record<string, string>} */ (words[language])[code] ?? otherwise;

/** Writes the page's fixed texts. */
export function write() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  document.title = say("title");
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) e.textContent = named(e.dataset.text ?? "", "");
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) e.setAttribute("aria-label", named(e.dataset.label ?? "", ""));
}

/** Changes to the other language. */
export function change() {
  language = language === "en" ? "zh" : "en";
  try {
    localStorage.setItem("language", language);
  } catch {
    // As above.
  }
  write();
}
