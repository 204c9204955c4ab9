import type { IntervalRow, MonteCarloPayload } from "../../../report/research/monte-carlo-payload.ts";
import { cardRow, element, heading, labelledTable, namedRow, section, table } from "../../report/element.ts";
import { closing, opening } from "../page/frame.ts";
import { distributionChart } from "./distribution-chart.ts";
import { fanChart } from "./fan-chart.ts";

/** Creates the page of a Monte Carlo analysis. */
export function monteCarloPage(payload: MonteCarloPayload): readonly HTMLElement[] {
  const { intervals, confidence, lossShare, ruinShare, step } = payload;
  const shares = [
    { label: "Lost money", text: lossShare, note: "of the histories" },
    { label: "Drawdown over 50%", text: ruinShare, note: "of the histories" },
  ];
  const cards = intervals.map(({ title, low, median, high }) => ({
    label: `${title}, median`,
    text: median,
    note: `${low} to ${high}`,
  }));
  return [
    ...opening(payload),
    cardRow([...cards, ...shares]),
    fanChart(payload),
    section(
      "Distributions",
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
  const headings = [`${confidence} interval, from resampled ${step}s`, "Low", "Median", "High", "The run"];
  return table(
    "facts-table",
    headings.map((text) => heading(text)),
    rows.map(({ title, low, median, high, actual }) =>
      namedRow(
        title,
        [low, median, high, actual].map((text) => element("td", {}, text)),
      ),
    ),
  );
}
