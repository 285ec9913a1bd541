/** The page begins here. */

import { mount } from "svelte";
import "./styles/all.css";
import { show } from "$lib/settings.svelte";
import App from "./App.svelte";

show();
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
