import type { Labelled } from "../../report/labelled.ts";
import type { ReportPayload } from "../../report/payload.ts";
import type { TradeGroups } from "../../report/trade-groups.ts";
import { element, heading, labelledTable, namedRow, scroller, section, table } from "./element.ts";
import { toneOf } from "./number-text.ts";

/** Section with the pessimistic and the optimistic result; false for a run that has only one result. */
export function band(payload: ReportPayload): HTMLElement | false {
  return payload.band.length > 0 && section("Pessimistic and optimistic result", "band", labelledTable(payload.band));
}

/** Section that shows where profit comes from: closed trades in groups, durations and costs. */
export function breakdown({ groups, durations, costs }: ReportPayload): HTMLElement | false {
  if (groups.length === 0 && durations.length === 0 && costs.length === 0) return false;
  return section(
    "Attribution",
    "breakdown",
    ...groups.map((each) =>
      scroller(
        `Trades by ${each.title.toLowerCase()}`,
        groupsTable(each),
        each.omitted > 0 ? element("p", { class: "aside" }, `and ${each.omitted} more`) : "",
      ),
    ),
    element("div", { class: "groups" }, ...list("Trade durations", durations), ...list("Costs", costs)),
  );
}

function groupsTable({ title, headings, rows }: TradeGroups): HTMLElement {
  const body = rows.map(({ key, pnl, cells }) =>
    namedRow(
      key,
      cells.map((text, i) => element("td", { class: headings[i] === "P&L" && toneOf(pnl) }, text)),
    ),
  );
  const heads = [title, ...headings].map((text) => heading(text));
  return table("facts-table", heads, body);
}

function list(title: string, rows: readonly Labelled[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const body = rows.map(({ label, text, meaning }) => namedRow(label, [element("td", {}, text)], meaning));
  return [table("facts-table", [heading(title, { colspan: 2 })], body)];
}
