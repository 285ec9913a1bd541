/** Where something lies, in the pixels of its own styles: on a large screen the whole page is magnified. */
export function rectOf(node: Element): DOMRect {
  const rect = node.getBoundingClientRect();
  // Older browsers know no magnification: there it is 1.
  const zoom = (node as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  return zoom === 1 ? rect : new DOMRect(rect.x / zoom, rect.y / zoom, rect.width / zoom, rect.height / zoom);
}
