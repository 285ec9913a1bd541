/** What lies over a page, for the back button: it takes the uppermost layer away before it leaves the page. */

interface Layer {
  readonly close: () => void;
}

const layers: Layer[] = [];
/** Steps back that are our own: nobody pressed a button. */
let ours = 0;

/** How many layers the entry of the history that is shown now has. */
const depth = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;
const push = (): void => history.pushState({ layers: layers.length }, "");

/** Whether the entry of the history is a layer's: a page that is gone to from there takes its place. */
export const isLayered = (): boolean => depth() > 0;

/** Something is laid over the page; returns what to call when it is gone. */
export function lay(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  push();
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    if (!isLayered()) return;
    ours++;
    history.back();
  };
}

addEventListener("popstate", () => {
  if (ours) {
    ours--;
    // Another layer came while the step back was on its way.
    if (layers.length > depth()) push();
    return;
  }
  for (const layer of layers.splice(depth()).reverse()) layer.close();
});
