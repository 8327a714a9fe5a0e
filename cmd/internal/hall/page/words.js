// The hall's page speaks as the tables' own does; here are the words that only it has.

import { chooseLanguage, present, named as shared } from "../../web/page/words.js";

/** @import { Code as Shared } from "../../web/page/words.js" */

const en = {
  title: "Stonehand hall", tables: "Tables", empty: "No table has connected yet.",
  summary: "Tables playing: {playing} of {all}", hallOffline: "The hall is not responding. Trying again…", hallFull: "The hall’s disk cannot be written. Nothing new is saved until it can.",
  search: "Search", foundSome: "Games found: {n}, the latest {shown} are shown",
  date: "Date", table: "Table", result: "Result", turnsTitle: "Turns", turn: "turn {n}",
  away: "Not connected", twins: "Two tables use this name", still: "Not responding", fault: "Fault", question: "Waiting for an answer", version: "Version {version}",
  sureRemove: "Remove {table} from this page? Its games stay, and it comes back when it connects.", sure: "{what} at {table}?", sureAll: "{what} at all tables ({n})?", drawing: "{table}: {game}, {black} black and {white} white stones",
  allTables: "All tables", saidAll: "Tables done: {n}.", refused: "{table}: {why}", reached: "Tables where it applies: {n} of {all}.", programs: "Programs", uploadProgram: "Update the tables: bin/stonehand or a Debian package", sureProgram: "Run {file} at all tables ({n})?",
  programSent: "The tables are downloading it now.", "update.fetch": "downloading an update", "update.install": "update downloaded; if it is not installed within a minute, run at the table: sudo stonehand update --data /var/lib/stonehand",
  "update.restart": "updated; starts after the game", "update.refused": "update refused: {why}",
  tablesSpeak: "Language of the tables", eachItsOwn: "set at each table", visitsAt: "Visits", gamesAt: "Games", wonAt: "Won by visitors",
  tournaments: "Tournaments", newTournament: "New tournament", noTournaments: "No tournament yet.", titleField: "Title", kindField: "System", roundsField: "Rounds (Swiss system)",
  playersField: "Players, one per line, the strongest first", begin: "Create", sureRemoveTournament: "Remove the tournament “{title}”? Its games stay, but its pairings and standings are deleted.", round: "round {n}", tournamentOver: "finished", record: "Results", nextRound: "Pair the next round",
  earlierRounds: "Earlier rounds", corrected: "corrected, was {was}", withdrawal: "Withdrawal", withdraws: "{name} withdraws", returns: "{name} is back", withdrawn: " (withdrew)",
  free: "{name} has a bye", sendTo: "Send to table", playing: "game under way", sureReplace: "A game is under way at {table}. End it and begin this one?", enterResult: "Enter result", playerTitle: "Player", points: "Points", sonneborn: "Sonneborn-Berger", buchholz: "Buchholz",
  "kind.round-robin": "Round robin", "kind.swiss": "Swiss system", "kind.knockout": "Knockout",
};

/** @type {Record<keyof typeof en, string>} */
const zh = {
  title: "Stonehand 大厅", tables: "棋桌", empty: "还没有棋桌连接。",
  summary: "{all} 张棋桌，{playing} 张正在对局", hallOffline: "大厅没有响应，正在重试……", hallFull: "大厅的磁盘无法写入，在恢复之前不会保存新内容。",
  search: "搜索", foundSome: "共 {n} 局，显示最近 {shown} 局",
  date: "日期", table: "棋桌", result: "结果", turnsTitle: "手数", turn: "第{n}手",
  away: "未连接", twins: "两张棋桌用同一名称", still: "没有响应", fault: "故障", question: "等待回答", version: "版本 {version}",
  sureRemove: "从本页移除 {table}？它的对局会保留，重新连接后会再次出现。", sure: "{table}：{what}？", sureAll: "所有 {n} 张棋桌：{what}？", drawing: "{table}：{game}，黑子 {black}，白子 {white}",
  allTables: "所有棋桌", saidAll: "{n} 张棋桌已执行。", refused: "{table}：{why}", reached: "{all} 张棋桌中 {n} 张已生效。", programs: "程序", uploadProgram: "更新棋桌：bin/stonehand 或 Debian 软件包", sureProgram: "让全部 {n} 张棋桌运行 {file}？",
  programSent: "棋桌正在下载。", "update.fetch": "正在下载更新", "update.install": "更新已下载；若一分钟内没有安装，请在棋桌上运行：sudo stonehand update --data /var/lib/stonehand",
  "update.restart": "已更新，本局结束后启用", "update.refused": "更新被拒绝：{why}",
  tablesSpeak: "棋桌的语言", eachItsOwn: "各自设定", visitsAt: "到访", gamesAt: "对局", wonAt: "观众获胜",
  tournaments: "比赛", newTournament: "新比赛", noTournaments: "还没有比赛。", titleField: "名称", kindField: "赛制", roundsField: "轮数（瑞士制）",
  playersField: "棋手，每行一位，棋力强的在前", begin: "创建", sureRemoveTournament: "移除比赛“{title}”？对局会保留，但编排和名次会被删除。", round: "第{n}轮", tournamentOver: "已结束", record: "成绩", nextRound: "编排下一轮",
  earlierRounds: "前面的轮次", corrected: "已更正，原为 {was}", withdrawal: "退赛", withdraws: "{name} 退赛", returns: "{name} 重新参赛", withdrawn: "（已退赛）",
  free: "{name} 轮空", sendTo: "安排到棋桌", playing: "正在对局", sureReplace: "{table} 正在对局。结束该局并开始这一局？", enterResult: "录入结果", playerTitle: "棋手", points: "积分", sonneborn: "索伯分", buchholz: "对手分",
  "kind.round-robin": "循环赛", "kind.swiss": "瑞士制", "kind.knockout": "淘汰赛",
};

/** @type {Record<string, Record<string, string>>} */
const own = { en, zh };

/** @typedef {keyof typeof en} Code */

/** The word for a code that a table may know and this page may not.
 * @param {string} code
 * @param {string} otherwise */
export const named = (code, otherwise) => own[present()][code] ?? shared(code, otherwise);

/** The sentence for a code, with the values that it names in braces.
 * @param {Code | Shared} code
 * @param {Record<string, string | number>} [values] */
export const say = (code, values = {}) => named(code, code).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** Speaks a language, and writes the page's fixed texts in it.
 * @param {"en" | "zh"} [wanted] */
export function speak(wanted) {
  chooseLanguage(wanted);
  document.title = say("title");
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) e.textContent = named(e.dataset.text ?? "", "");
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) e.setAttribute("aria-label", named(e.dataset.label ?? "", ""));
}
