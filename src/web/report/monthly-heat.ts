import type { MonthlyRow } from "../../report/monthly-table.ts";
import { element, heading, namedRow, scroller, section, table } from "./element.ts";
import { numberText, percentText, toneOf } from "./number-text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Return of a month, and of a year, at which its cell has the full tint. */
const FULL_MONTH = 0.1;
const FULL_YEAR = 0.3;

/** Monthly returns: a row a year, tinted by gain and loss. */
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
  const made = element(
    "td",
    { class: `${className} ${toneOf(value) ?? ""}`.trim(), title: `${when}: ${percentText(value)}` },
    numberText(value * 100, 1),
  );
  made.style.setProperty("--strength", `${Math.round(Math.min(1, Math.abs(value) / full) * 100)}%`);
  return made;
}
