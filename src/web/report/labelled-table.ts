import type { Labelled } from "../../report/labelled.ts";
import { element } from "./element.ts";

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
