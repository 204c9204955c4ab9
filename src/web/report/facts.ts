import type { ReportPayload } from "../../report/payload.ts";
import { labelledTable } from "./labelled-table.ts";
import { section } from "./section.ts";

/** Every setting and convention that the result depends on, with its meaning. */
export function settings(payload: ReportPayload): HTMLElement {
  return section("Settings and conventions", "settings", labelledTable(payload.settings));
}

/** How much of everything there was. */
export function counts(payload: ReportPayload): HTMLElement {
  return section("Counts", "counts", labelledTable(payload.counts));
}
