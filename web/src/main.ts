/** The page begins here. */

import { mount } from "svelte";
import "./styles";
import { show } from "$lib/settings.svelte";
import App from "./App.svelte";

show();

// After an update of the server the parts of the old page are gone: the new page has them all.
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem("pasch.reloaded") === location.href) return;
  sessionStorage.setItem("pasch.reloaded", location.href);
  event.preventDefault();
  location.reload();
});

mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
