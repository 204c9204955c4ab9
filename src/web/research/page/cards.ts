import { cardRow, element } from "../../report/element.ts";

/** A key figure with what puts it in place. */
export interface Figure {
  readonly label: string;
  readonly text: string;
  readonly note?: string;
  readonly tone?: "gain" | "loss" | undefined;
  readonly meaning?: string | undefined;
}

/** Key figures in a row. */
export function figures(all: readonly Figure[]): HTMLElement {
  return cardRow(
    all.map(({ label, text, note, tone, meaning }) =>
      element(
        "div",
        { class: "card", title: meaning },
        element("span", { class: "label" }, label),
        element("span", { class: tone === undefined ? "figure" : `figure ${tone}` }, text),
        element("span", { class: "note" }, note ?? ""),
      ),
    ),
    all.map(({ text }) => text),
  );
}
