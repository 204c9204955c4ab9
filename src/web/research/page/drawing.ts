import { type Attributes, element, fillElement } from "../../report/element.ts";

/** An SVG drawing that fills the width of the page, and is drawn again when the width changes. */
interface Drawing {
  readonly element: HTMLElement;
  /** Draws the drawing again, for example after its data changed. */
  draw(): void;
}

/**
 * Creates a drawing that fills the width of the page. `paint` receives the width in pixels and returns the height and the elements. `label`
 * describes the drawing for screen readers.
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

/** Creates an SVG element. Text is inserted as text and never parsed as markup. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] {
  return fillElement(document.createElementNS(SVG, name), attributes, children);
}

/** Returns about `count` round values between the two ends of an axis. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const minStep = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= minStep)!;
  const values: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) values.push(i * step);
  return values;
}

/** Returns round values for a logarithmic axis: 1, 2 and 5 times each power of ten. */
export function logarithmicTicks(low: number, high: number): number[] {
  const values: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const each of [1, 2, 5]) if (each * power >= low && each * power <= high) values.push(each * power);
  }
  return values.length > 1 ? values : ticks(low, high, 4);
}
