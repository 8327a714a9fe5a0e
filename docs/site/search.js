// The search: every word that is typed must be in a section; titles count most. The index
// is a script beside this one, so nothing is asked of any server.
"use strict";

{
  const { root, none } = document.currentScript.dataset;
  const box = document.getElementById("search");
  const found = document.getElementById("found");
  const most = 20;
  const sections = index.map((s) => ({ ...s, title: s.t.toLowerCase(), text: s.x.toLowerCase() }));
  const chinese = document.documentElement.lang.startsWith("zh");

  const worth = (s, words) => {
    let sum = s.u.startsWith("zh/") === chinese ? 1 : 0;
    for (const word of words) {
      const inTitle = s.title.includes(word);
      if (!inTitle && !s.text.includes(word)) return 0;
      sum += inTitle ? 20 : Math.min(5, s.text.split(word).length - 1);
    }
    return sum;
  };

  const part = (s, word) => {
    const at = Math.max(0, s.text.indexOf(word) - 60);
    return (at ? "…" : "") + s.x.slice(at, at + 180);
  };

  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length
      ? sections.map((s) => [worth(s, words), s]).filter(([n]) => n > 1).sort(([a], [b]) => b - a).slice(0, most)
      : [];
    found.hidden = !words.length;
    found.replaceChildren(...hits.map(([, s]) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: root + s.u, textContent: s.t });
      const text = Object.assign(document.createElement("p"), { textContent: part(s, words[0]) });
      item.append(link, text);
      return item;
    }));
    if (words.length && !hits.length) found.textContent = none;
  };

  box.addEventListener("input", show);
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== box) {
      e.preventDefault();
      box.focus();
    } else if (e.key === "Escape") {
      box.value = "";
      show();
    }
  });
}
