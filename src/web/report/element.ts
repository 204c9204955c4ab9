import type { Labelled } from "../../report/labelled.ts";

type Child = Node | string;

/** Attributes by name; what is undefined or false is left out, true stands without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Makes an element of HTML. Text is put in as text, never parsed: names and notes of a report are the user's own.
 *
 * @example
 * element("p", { class: "note" }, "read ", element("b", {}, "twice"));
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

/** An element with its attributes and what is in it. */
export function filled<Made extends Element>(made: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** A button that does something when it is pressed. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** A button that stays pressed until it is pressed again. */
export function toggle(text: string, title: string, on: boolean, set: (on: boolean) => void): HTMLButtonElement {
  const made = button(
    text,
    () => {
      const now = made.getAttribute("aria-pressed") !== "true";
      made.setAttribute("aria-pressed", String(now));
      set(now);
    },
    { title, "aria-pressed": String(on) },
  );
  return made;
}

/** The toggle of logarithmic prices. */
export function logarithmToggle(on: boolean, set: (on: boolean) => void): HTMLButtonElement {
  return toggle("Log", "Equal distances for equal percentages", on, set);
}

/** Buttons that belong together. */
export function buttons(...children: readonly HTMLElement[]): HTMLElement {
  return element("div", { class: "buttons" }, ...children);
}

/** What scrolls by itself, also by keyboard. */
export function scroller(label: string, ...children: readonly Child[]): HTMLElement {
  return element("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

/** Rows below the headings of their columns; without headings the rows alone. */
export function table(
  className: string,
  headings: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLTableElement {
  const head = headings.length === 0 ? [] : [element("thead", {}, element("tr", {}, ...headings))];
  return element("table", { class: className }, ...head, element("tbody", {}, ...rows));
}

/** A row that begins with what it is of. */
export function namedRow(name: string, cells: readonly HTMLElement[], title?: string): HTMLElement {
  return element("tr", {}, element("th", { scope: "row", title }, name), ...cells);
}

export function heading(text: string, attributes: Attributes = {}): HTMLElement {
  return element("th", { scope: "col", ...attributes }, text);
}

/** A part of the page under a heading of its own. */
export function section(title: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const id = `section-${className}`;
  return element(
    "section",
    { class: `section ${className}`, "aria-labelledby": id },
    element("h2", { id }, title),
    ...children,
  );
}

/** A key figure: a number with its name, and what puts it in place. */
export interface Figure {
  /** Of the metric, where it is one. */
  readonly name?: string | undefined;
  readonly label: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly tone?: "gain" | "loss" | undefined;
  readonly meaning?: string | undefined;
}

/** Key figures in a row, or in more of columns that have room for the longest of their texts. */
export function cardRow(figures: readonly Figure[]): HTMLElement {
  const cards = figures.map(({ name, label, text, note, tone, meaning }) =>
    element(
      "div",
      { class: "card", "data-metric": name, title: meaning },
      element("span", { class: "label" }, label),
      element("span", { class: tone === undefined ? "figure" : `figure ${tone}` }, text),
      element("span", { class: "note" }, note ?? ""),
    ),
  );
  const made = element("section", { class: "cards", "aria-label": "Key figures" }, ...cards);
  made.style.setProperty("--longest", String(Math.max(0, ...figures.map(({ text }) => digitsOf(text)))));
  return made;
}

/** How many digits are as wide as a text: points and commas are half of one. */
function digitsOf(text: string): number {
  return text.length - text.replaceAll(/[^.,]/g, "").length / 2;
}

/** Facts with their meanings, one a row. */
export function labelledTable(rows: readonly Labelled[]): HTMLElement {
  const body = rows.map(({ label, text, meaning }) =>
    namedRow(label, [element("td", { class: "meaning" }, meaning ?? ""), element("td", {}, text)]),
  );
  return table("facts-table labelled", [], body);
}
