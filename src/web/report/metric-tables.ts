import type { ReportPayload } from "../../report/payload.ts";
import type { SummaryRow } from "../../report/summary-rows.ts";
import { element, section } from "./element.ts";

const TITLES: Readonly<Record<SummaryRow["group"], string>> = {
  return: "Return",
  risk: "Risk",
  ratio: "Return for risk",
  benchmark: "Against the benchmark",
  trade: "Trades",
  cost: "Costs",
};

/** All metrics in tables by group; each opens to its formula and convention. */
export function metricTables({ summary }: ReportPayload): HTMLElement {
  const groups = [...new Set(summary.map((row) => row.group))];
  const tables = groups.map((group) =>
    groupTable(
      TITLES[group],
      summary.filter((row) => row.group === group),
    ),
  );
  return section("Metrics", "metrics", element("div", { class: "groups" }, ...tables));
}

function groupTable(title: string, rows: readonly SummaryRow[]): HTMLElement {
  const compared = rows.some((row) => row.buyAndHold !== null);
  const heading = element(
    "tr",
    {},
    element("th", { scope: "col" }, title),
    element("th", { scope: "col" }, "Strategy"),
    ...(compared ? [element("th", { scope: "col" }, "Buy & hold")] : []),
  );
  return element(
    "table",
    { class: "facts-table" },
    element("thead", {}, heading),
    element("tbody", {}, ...rows.flatMap((row) => metricRows(row, compared))),
  );
}

/** The row of a metric and, folded until asked for, the row of its definition. */
function metricRows(row: SummaryRow, compared: boolean): HTMLElement[] {
  const id = `metric-${row.name}`;
  const button = element(
    "button",
    {
      type: "button",
      class: "disclosure",
      "aria-expanded": "false",
      "aria-controls": id,
      title: `${row.formula}\n${row.convention}`,
    },
    row.title,
  );
  const definition = element(
    "tr",
    { class: "definition", id, hidden: true },
    element("td", { colspan: compared ? 3 : 2 }, element("code", {}, row.formula), element("span", {}, row.convention)),
  );
  button.addEventListener("click", () => {
    definition.hidden = !definition.hidden;
    button.setAttribute("aria-expanded", String(!definition.hidden));
  });
  const cells = [element("td", {}, row.text)];
  if (compared) cells.push(element("td", { class: "muted" }, row.buyAndHold === null ? "" : row.buyAndHoldText));
  return [element("tr", { "data-metric": row.name }, element("th", { scope: "row" }, button), ...cells), definition];
}
