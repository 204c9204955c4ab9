import { element } from "./element.ts";

/** What a reader must know before he believes the numbers; nothing where there is nothing to say. */
export function warnings(texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  return [
    element(
      "aside",
      { class: "warnings", role: "note", "aria-label": "Warnings" },
      element("b", {}, texts.length === 1 ? "Warning" : `${texts.length} warnings`),
      element("ul", {}, ...texts.map((text) => element("li", {}, text))),
    ),
  ];
}
