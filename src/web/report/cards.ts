import type { ReportPayload } from "../../report/payload.ts";
import type { SummaryRow } from "../../report/summary-rows.ts";
import { cardRow } from "./card-row.ts";
import { element } from "./element.ts";
import { toneOf } from "./number-text.ts";

/** The key figures, each with what puts it in place: buy and hold, or a metric that belongs to it. */
export function cards({ keyFigures, summary }: ReportPayload): HTMLElement {
  const rows = new Map(summary.map((row) => [row.name, row]));
  const shown = keyFigures.flatMap(({ name, beside }) => {
    const row = rows.get(name);
    return row === undefined ? [] : [{ row, beside: beside === undefined ? undefined : rows.get(beside) }];
  });
  return cardRow(
    shown.map(({ row, beside }) => card(row, beside)),
    shown.map(({ row }) => row.text),
  );
}

function card(row: SummaryRow, beside: SummaryRow | undefined): HTMLElement {
  const tone = row.group === "return" && row.unit === "fraction" ? toneOf(row.value) : undefined;
  const note = beside === undefined ? `buy & hold ${row.buyAndHoldText}` : `${shortTitle(beside)} ${beside.text}`;
  return element(
    "div",
    { class: "card", "data-metric": row.name, title: row.formula },
    element("span", { class: "label" }, row.title),
    element("span", { class: tone === undefined ? "figure" : `figure ${tone}` }, row.text),
    element("span", { class: "note" }, note),
  );
}

function shortTitle({ title }: SummaryRow): string {
  return title.toLowerCase().replace("average", "avg").replace(" paid", "");
}
