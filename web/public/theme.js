// Before the first paint: the saved look, or the system's. The page's own script keeps it up to date afterwards.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("pasch.settings") || "{}");
  } catch {
    // An unreadable choice is no choice.
  }
  var root = document.documentElement;
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.lang = kept.lang || (/^de/.test(navigator.language) ? "de" : "en");
  if (kept.big) root.dataset.big = "";
  if (kept.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) root.dataset.motion = "off";
})();
