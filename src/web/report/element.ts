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
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
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

/** Key figures in a row, or in more of columns that have room for the longest of their texts. */
export function cardRow(cards: readonly HTMLElement[], texts: readonly string[]): HTMLElement {
  const made = element("section", { class: "cards", "aria-label": "Key figures" }, ...cards);
  made.style.setProperty("--longest", String(Math.max(0, ...texts.map(digitsOf))));
  return made;
}

/** How many digits are as wide as a text: points and commas are half of one. */
function digitsOf(text: string): number {
  return text.length - text.replaceAll(/[^.,]/g, "").length / 2;
}

/** Facts with their meanings, one a row. */
export function labelledTable(rows: readonly Labelled[]): HTMLElement {
  const body = rows.map(({ label, text, meaning }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, label),
      element("td", { class: "meaning" }, meaning ?? ""),
      element("td", {}, text),
    ),
  );
  return element("table", { class: "facts-table labelled" }, element("tbody", {}, ...body));
}
