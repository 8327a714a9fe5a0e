// Light or dark, before anything is painted: this script is not a module, so that it
// runs at once. The choice is the reader's, kept by the browser, else the device's.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    let chosen = "";
    try {
      chosen = localStorage.getItem("theme") ?? "";
    } catch {
      // Without storage the device decides.
    }
    document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", show);
  addEventListener("themechange", show);
  show();
})();
