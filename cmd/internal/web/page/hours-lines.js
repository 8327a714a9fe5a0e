// A timetable as its lines are written, and as a form shows it.

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** The days of a week, from Monday: times like "10:00-13:00 14:00-18:00", "" for closed;
 * null where the exhibit is always open.
 * @param {string[]} lines @returns {string[] | null} */
export function readWeek(lines) {
  if (!lines.length) return null;
  const week = days.map(() => "");
  for (const line of lines) {
    const [name, ...times] = line.trim().split(/\s+/);
    const [first, last = first] = name.toLowerCase().split("-");
    const [from, to] = [days.indexOf(first), days.indexOf(last)];
    if (from < 0 || to < 0) continue;
    for (let d = from; ; d = (d + 1) % 7) {
      week[d] = times[0] === "closed" ? "" : [week[d], ...times].filter(Boolean).join(" ");
      if (d === to) break;
    }
  }
  return week;
}

/** The lines of a week, or of none.
 * @param {string[] | null} week @returns {string[]} */
export const writeWeek = (week) => (week ? week.map((times, d) => `${days[d]} ${times.trim() || "closed"}`) : []);

/** A line of two parts, like "2026-12-24 10:00-14:00" or "18:00 30".
 * @param {string} line @returns {[string, string]} */
export function split(line) {
  const [first, ...rest] = line.trim().split(/\s+/);
  return [first, rest.join(" ")];
}

/** From when to when, in hours, that times say; what is past midnight goes to 24.
 * @param {string} times @returns {Array<[number, number]>} */
export function spans(times) {
  return [...times.matchAll(/(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})/g)].map(([, h, m, k, n]) => {
    const [from, to] = [Number(h) + Number(m) / 60, Number(k) + Number(n) / 60];
    return [from, to > from ? to : 24];
  });
}
