import type { IntervalRow, MonteCarloPayload } from "../../../report/research/monte-carlo-payload.ts";
import { element, labelledTable, section } from "../../report/element.ts";
import { figures } from "../page/cards.ts";
import { closing, opening } from "../page/frame.ts";
import { distributionChart } from "./distribution-chart.ts";
import { fanChart } from "./fan-chart.ts";

/** The page of a Monte Carlo analysis. */
export function monteCarloPage(payload: MonteCarloPayload): readonly HTMLElement[] {
  const { intervals, confidence, lossShare, ruinShare, step } = payload;
  const shares = [
    { label: "Lost money", text: lossShare, note: "of the histories" },
    { label: "Fell by half", text: ruinShare, note: "or more below a peak" },
  ];
  const cards = intervals.map(({ title, low, median, high }) => ({
    label: `${title}, median`,
    text: median,
    note: `${low} to ${high}`,
  }));
  return [
    ...opening(payload),
    figures([...cards, ...shares]),
    fanChart(payload),
    section(
      "Where it may end",
      "distributions",
      element("div", { class: "pair" }, ...payload.distributions.map(distributionChart)),
    ),
    section(
      "Intervals",
      "intervals",
      element("div", { class: "scroller" }, intervalTable(intervals, confidence, step)),
    ),
    section("Settings and conventions", "settings", labelledTable(payload.settings)),
    ...closing(payload, false),
  ];
}

function intervalTable(rows: readonly IntervalRow[], confidence: string, step: string): HTMLElement {
  const headings = [`${confidence} lie inside, by ${step}s`, "Low", "Median", "High", "The run"];
  return element(
    "table",
    { class: "facts-table" },
    element("thead", {}, element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)))),
    element(
      "tbody",
      {},
      ...rows.map(({ title, low, median, high, actual }) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, title),
          ...[low, median, high, actual].map((text) => element("td", {}, text)),
        ),
      ),
    ),
  );
}
