import type { Labelled } from "../../report/labelled.ts";
import type { ReportPayload } from "../../report/payload.ts";
import type { TradeGroups } from "../../report/trade-groups.ts";
import { element, labelledTable, section } from "./element.ts";
import { toneOf } from "./number-text.ts";

/** Both ends of what the run may have come to, for a run that has them. */
export function band(payload: ReportPayload): HTMLElement | false {
  return payload.band.length > 0 && section("Both ends of the band", "band", labelledTable(payload.band));
}

/** Where the profit came from: closed trades in groups, how long they lasted, and what trading cost. */
export function breakdown({ groups, durations, costs }: ReportPayload): HTMLElement | false {
  if (groups.length === 0 && durations.length === 0 && costs.length === 0) return false;
  return section(
    "Where it came from",
    "breakdown",
    ...groups.map((each) =>
      element(
        "div",
        { class: "scroller", tabindex: 0, role: "region", "aria-label": `Trades by ${each.title.toLowerCase()}` },
        groupsTable(each),
        each.omitted > 0 ? element("p", { class: "aside" }, `and ${each.omitted} more`) : "",
      ),
    ),
    element("div", { class: "groups" }, ...list("How long trades lasted", durations), ...list("Costs", costs)),
  );
}

function groupsTable({ title, headings, rows }: TradeGroups): HTMLElement {
  const heading = [title, ...headings].map((text) => element("th", { scope: "col" }, text));
  const body = rows.map(({ key, pnl, cells }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, key),
      ...cells.map((text, i) => element("td", { class: headings[i] === "P&L" && toneOf(pnl) }, text)),
    ),
  );
  return element(
    "table",
    { class: "facts-table" },
    element("thead", {}, element("tr", {}, ...heading)),
    element("tbody", {}, ...body),
  );
}

/** Facts under a heading; what each means is shown over its label. */
function list(title: string, rows: readonly Labelled[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const body = rows.map(({ label, text, meaning }) =>
    element("tr", {}, element("th", { scope: "row", title: meaning }, label), element("td", {}, text)),
  );
  const heading = element("tr", {}, element("th", { scope: "col", colspan: 2 }, title));
  return [element("table", { class: "facts-table" }, element("thead", {}, heading), element("tbody", {}, ...body))];
}
