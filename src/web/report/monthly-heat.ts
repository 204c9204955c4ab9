import type { MonthlyRow } from "../../report/monthly-table.ts";
import { element, heading, namedRow, scroller, section, table } from "./element.ts";
import { numberText, percentText, toneOf } from "./number-text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Monthly and yearly return from which a cell of the heatmap has its full color. */
const FULL_MONTH = 0.1;
const FULL_YEAR = 0.3;

/** Heatmap of monthly returns with one row per year. */
export function monthlyHeat(rows: readonly MonthlyRow[]): HTMLElement {
  const headings = [...["Year", ...MONTHS].map((text) => heading(text)), heading("Total", { class: "total" })];
  const body = rows.map(({ year, months, total }) =>
    namedRow(String(year), [
      ...months.map((value, i) => cell(value, FULL_MONTH, `${MONTHS[i]} ${year}`)),
      cell(total, FULL_YEAR, `${year}`, "total"),
    ]),
  );
  const heat = table("heat", headings, body);
  return section("Monthly returns, %", "monthly", scroller("Monthly returns", heat));
}

function cell(value: number | null, full: number, when: string, className = ""): HTMLElement {
  if (value === null) return element("td", { class: className });
  const created = element(
    "td",
    { class: `${className} ${toneOf(value) ?? ""}`.trim(), title: `${when}: ${percentText(value)}` },
    numberText(value * 100, 1),
  );
  created.style.setProperty("--strength", `${Math.round(Math.min(1, Math.abs(value) / full) * 100)}%`);
  return created;
}
