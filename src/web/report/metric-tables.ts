import type { ReportPayload } from "../../report/payload.ts";
import type { SummaryRow } from "../../report/summary-rows.ts";
import { button, element, heading, section, table } from "./element.ts";

export const GROUP_TITLES: Readonly<Record<SummaryRow["group"], string>> = {
  return: "Return",
  risk: "Risk",
  ratio: "Risk-adjusted return",
  benchmark: "Against the benchmark",
  trade: "Trades",
  cost: "Costs",
};

/** Tables of all metrics, one per group. Each row opens to show the metric's formula and convention. */
export function metricTables({ summary }: ReportPayload): HTMLElement {
  const groups = [...new Set(summary.map((row) => row.group))];
  const tables = groups.map((group) =>
    groupTable(
      GROUP_TITLES[group],
      summary.filter((row) => row.group === group),
    ),
  );
  return section("Metrics", "metrics", element("div", { class: "groups" }, ...tables));
}

function groupTable(title: string, rows: readonly SummaryRow[]): HTMLElement {
  const compared = rows.some((row) => row.buyAndHold !== null);
  const headings = [title, "Strategy", ...(compared ? ["Buy & hold"] : [])].map((text) => heading(text));
  const body = rows.flatMap((row) => metricRows(row, compared));
  return table("facts-table", headings, body);
}

/** Rows of a metric: one with its values, and a hidden one with its definition. */
function metricRows(row: SummaryRow, compared: boolean): HTMLElement[] {
  const id = `metric-${row.name}`;
  const definition = element(
    "tr",
    { class: "definition", id, hidden: true },
    element("td", { colspan: compared ? 3 : 2 }, element("code", {}, row.formula), element("span", {}, row.convention)),
  );
  const disclosure = button(
    row.title,
    () => {
      definition.hidden = !definition.hidden;
      disclosure.setAttribute("aria-expanded", String(!definition.hidden));
    },
    {
      class: "disclosure",
      "aria-expanded": "false",
      "aria-controls": id,
      title: `${row.formula}\n${row.convention}`,
    },
  );
  const cells = [element("td", {}, row.text)];
  if (compared) cells.push(element("td", { class: "muted" }, row.buyAndHold === null ? "" : row.buyAndHoldText));
  return [
    element("tr", { "data-metric": row.name }, element("th", { scope: "row" }, disclosure), ...cells),
    definition,
  ];
}
