/** The workbench: one board with a position of a real match, without a server. `npm run dev`, then
 *  /workbench.html?game=ID&players=4&seed=1&at=40&seat=0&lang=de&theme=dark (positions from make.py, see CONTRIBUTING). */

import { mount } from "svelte";
import "../src/styles";
import { choose, type Lang } from "../src/lib/settings.svelte";
import Workbench from "./Workbench.svelte";

const asked = new URLSearchParams(location.search);
choose({ lang: (asked.get("lang") ?? "de") as Lang, theme: asked.get("theme") === "dark" ? "dark" : "light" });
mount(Workbench, { target: document.getElementById("app")!, props: { asked } });
