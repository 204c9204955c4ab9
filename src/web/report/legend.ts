import { element } from "./element.ts";

/** A piece of a legend; one with a colour stands behind a stroke of it. */
export interface LegendPart {
  readonly text: string;
  readonly colour?: string;
  readonly strong?: boolean;
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

function legendPart({ text, colour, strong }: LegendPart): HTMLElement {
  const made = element(strong === true ? "b" : "span", {});
  if (colour !== undefined) {
    const stroke = element("i");
    stroke.style.backgroundColor = colour;
    made.append(stroke);
  }
  made.append(text);
  return made;
}
