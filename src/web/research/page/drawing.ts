import { element } from "../../report/element.ts";
import { svg } from "./svg.ts";

/** A drawing as wide as the page lets it be, drawn anew when that changes. */
export interface Drawing {
  readonly element: HTMLElement;
  /** Draws it again, for other data. */
  draw(): void;
}

/**
 * A drawing whose `paint` is given its width in pixels and gives back its height and what stands in it. `label` tells what it shows to who cannot
 * see it.
 */
export function drawing(
  label: () => string,
  paint: (width: number) => { readonly height: number; readonly parts: readonly SVGElement[] },
): Drawing {
  const host = element("div", { class: "drawing" });
  let width = 0;
  function draw(): void {
    width = host.clientWidth;
    if (width === 0) return;
    const { height, parts } = paint(width);
    host.replaceChildren(
      svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label() }, ...parts),
    );
  }
  const observer = new ResizeObserver(() => {
    if (host.clientWidth !== width) draw();
  });
  observer.observe(host);
  return { element: host, draw };
}
