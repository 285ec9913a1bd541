/** The latest line is at the end, where one looks first: a list that grows stays scrolled to it. */
export function toEnd(node: HTMLElement, _lines: number): { update: () => void } {
  const scroll = () => node.scrollTo({ top: node.scrollHeight });
  scroll();
  return { update: scroll };
}
