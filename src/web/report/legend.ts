import { element } from "./element.ts";

/** A piece of a legend: what it is, a note on that, its value. */
export interface LegendPart {
  readonly text: string;
  /** Left out where the page is narrow. */
  readonly note?: string;
  readonly value?: string;
  /** Of the stroke that stands before it. */
  readonly colour?: string;
  readonly strong?: boolean;
  /** Left out as a whole where the page is narrow. */
  readonly minor?: boolean;
}

/** The legend in the upper left corner of a pane. */
export interface Legend {
  readonly element: HTMLElement;
  set(parts: readonly LegendPart[]): void;
  place(top: number): void;
}

/** An empty legend. It is for eyes: what it says about a moment stands in the tables. */
export function legend(): Legend {
  const made = element("div", { class: "legend", "aria-hidden": "true" });
  return {
    element: made,
    set(parts) {
      made.replaceChildren(...parts.map(legendPart));
    },
    place(top) {
      made.style.top = `${top}px`;
    },
  };
}

function legendPart({ text, note, value, colour, strong, minor }: LegendPart): HTMLElement {
  const made = element(strong === true ? "b" : "span", { class: minor === true && "minor" });
  if (colour !== undefined) {
    const stroke = element("i");
    stroke.style.backgroundColor = colour;
    made.append(stroke);
  }
  made.append(text);
  if (note !== undefined) made.append(element("span", { class: "minor" }, ` ${note}`));
  if (value !== undefined) made.append(` ${value}`);
  return made;
}
