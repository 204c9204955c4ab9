import type { Labelled } from "../../report/labelled.ts";
import type { ReportPayload } from "../../report/payload.ts";
import { element } from "./element.ts";
import { section } from "./section.ts";

/** Every setting and convention that the result depends on, with its meaning. */
export function settings(payload: ReportPayload): HTMLElement {
  return section("Settings and conventions", "settings", labelledTable(payload.settings));
}

/** How much of everything there was. */
export function counts(payload: ReportPayload): HTMLElement {
  return section("Counts", "counts", labelledTable(payload.counts));
}

function labelledTable(rows: readonly Labelled[]): HTMLElement {
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
