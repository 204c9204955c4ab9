import { element } from "./element.ts";

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
