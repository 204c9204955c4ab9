import type { Labelled } from "../../report/labelled.ts";

type Child = Node | string;

/** Attributes of an HTML element by name. Undefined and false are omitted; true gives an attribute without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Creates an HTML element. Text is inserted as text and never parsed, since names and notes come from the user.
 *
 * @example
 * element("p", { class: "note" }, "read ", element("b", {}, "twice"));
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fillElement(document.createElement(name), attributes, children);
}

/** Adds attributes and children to an HTML or SVG element. */
export function fillElement<Made extends Element>(
  created: Made,
  attributes: Attributes,
  children: readonly Child[],
): Made {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) created.setAttribute(key, value === true ? "" : String(value));
  }
  created.append(...children);
  return created;
}

/** Creates a button with an action. */
export function button(text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const created = element("button", { type: "button", ...attributes }, text);
  created.addEventListener("click", onClick);
  return created;
}

/** Creates a button that switches something on and off. */
export function toggle(text: string, title: string, on: boolean, set: (on: boolean) => void): HTMLButtonElement {
  const created = button(
    text,
    () => {
      const now = created.getAttribute("aria-pressed") !== "true";
      created.setAttribute("aria-pressed", String(now));
      set(now);
    },
    { title, "aria-pressed": String(on) },
  );
  return created;
}

/** Creates the button that switches a price scale to logarithmic. */
export function logarithmToggle(on: boolean, set: (on: boolean) => void): HTMLButtonElement {
  return toggle("Log", "Equal distances for equal percentages", on, set);
}

/** Creates a group of buttons. */
export function buttons(...children: readonly HTMLElement[]): HTMLElement {
  return element("div", { class: "buttons" }, ...children);
}

/** Creates a region of the page that scrolls by itself, also by keyboard. */
export function scroller(label: string, ...children: readonly Child[]): HTMLElement {
  return element("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

/** Creates a table. Without headings it consists of rows only. */
export function table(
  className: string,
  headings: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLTableElement {
  const head = headings.length === 0 ? [] : [element("thead", {}, element("tr", {}, ...headings))];
  return element("table", { class: className }, ...head, element("tbody", {}, ...rows));
}

/** Creates a table row that begins with a name. */
export function namedRow(name: string, cells: readonly HTMLElement[], title?: string): HTMLElement {
  return element("tr", {}, element("th", { scope: "row", title }, name), ...cells);
}

export function heading(text: string, attributes: Attributes = {}): HTMLElement {
  return element("th", { scope: "col", ...attributes }, text);
}

/** Creates a section of the page with a heading. */
export function section(title: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const id = `section-${className}`;
  return element(
    "section",
    { class: `section ${className}`, "aria-labelledby": id },
    element("h2", { id }, title),
    ...children,
  );
}

/** A key figure of the report: a number with its label, and a note for comparison. */
export interface Figure {
  /** Name of the metric that the key figure shows; undefined for other numbers. */
  readonly name?: string | undefined;
  readonly label: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly tone?: "gain" | "loss" | undefined;
  readonly meaning?: string | undefined;
}

/** Creates a row of key figures. The row wraps if the longest text needs more room. */
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
  const created = element("section", { class: "cards", "aria-label": "Key figures" }, ...cards);
  created.style.setProperty("--longest", String(Math.max(0, ...figures.map(({ text }) => digitWidth(text)))));
  return created;
}

/** Width of a text in digits; a period or comma counts as half a digit. */
function digitWidth(text: string): number {
  return text.length - text.replaceAll(/[^.,]/g, "").length / 2;
}

/** Creates a table of facts with their meanings. */
export function labelledTable(rows: readonly Labelled[]): HTMLElement {
  const body = rows.map(({ label, text, meaning }) =>
    namedRow(label, [element("td", { class: "meaning" }, meaning ?? ""), element("td", {}, text)]),
  );
  return table("facts-table labelled", [], body);
}
