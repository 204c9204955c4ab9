import { type Attributes, element, filled } from "../../report/element.ts";

/** A drawing as wide as the page lets it be, drawn anew when that changes. */
interface Drawing {
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

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of a drawing. Text is put in as text, never parsed. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Round values between two ends, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const values: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) values.push(i * step);
  return values;
}

/** Round values of a logarithmic axis: 1, 2 and 5 of each power of ten. */
export function logarithmicTicks(low: number, high: number): number[] {
  const values: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const each of [1, 2, 5]) if (each * power >= low && each * power <= high) values.push(each * power);
  }
  return values.length > 1 ? values : ticks(low, high, 4);
}
