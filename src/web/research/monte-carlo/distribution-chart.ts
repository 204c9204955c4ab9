import type { Distribution } from "../../../report/research/monte-carlo-payload.ts";
import { axisDecimals } from "../../report/axis-format.ts";
import { element } from "../../report/element.ts";
import { numberText, percentText, shortText } from "../../report/number-text.ts";
import { drawing, svg, ticks } from "../page/drawing.ts";

const HEIGHT = 190;
const TOP = 22;
const BOTTOM = 24;

/** Creates a histogram of a metric over all histories, with its confidence interval and the value of the actual run. */
export function distributionChart(distribution: Distribution): HTMLElement {
  const { title, unit, moneyDecimals, bars, low, median, high, actual } = distribution;
  const end = bars.from + bars.width * bars.counts.length;
  const decimals = axisDecimals(Float64Array.of(bars.from, end), moneyDecimals);
  const text = (value: number) => (unit === "money" ? numberText(value, decimals) : percentText(value));
  const short = (value: number) => {
    if (unit !== "money") return percentText(value, 0);
    return decimals > 2 ? text(value) : shortText(value);
  };
  const total = bars.counts.reduce((sum, count) => sum + count, bars.below + bars.above);
  if (bars.width === 0) {
    return element(
      "div",
      { class: "distribution" },
      element("h3", {}, title),
      element("p", { class: "empty" }, `The value is ${text(bars.from)} in every history.`),
    );
  }
  const maxCount = Math.max(...bars.counts);
  const [first, last] = [Math.min(bars.from, actual ?? bars.from), Math.max(end, actual ?? end)];
  const chart = drawing(
    () => `Distribution of ${title.toLowerCase()} from ${text(bars.from)} to ${text(end)}`,
    (width) => {
      const x = (value: number) => 1 + ((value - first) / (last - first)) * (width - 2);
      const y = (count: number) => HEIGHT - BOTTOM - (count / maxCount) * (HEIGHT - BOTTOM - TOP);
      const mark = (value: number | null, name: string) =>
        value === null
          ? []
          : [svg("line", { class: name, x1: x(value), x2: x(value), y1: TOP - 6, y2: HEIGHT - BOTTOM })];
      const drawn = bars.counts.map((count, i) => {
        const from = bars.from + i * bars.width;
        const inside = from + bars.width / 2 >= (low ?? -Infinity) && from + bars.width / 2 <= (high ?? Infinity);
        const label = `${text(from)} to ${text(from + bars.width)}: ${numberText(count, 0)} histories`;
        return svg(
          "rect",
          {
            class: inside ? "bar inside" : "bar",
            x: x(from),
            y: y(count),
            width: Math.max(1, x(from + bars.width) - x(from) - 1),
            height: HEIGHT - BOTTOM - y(count),
          },
          svg("title", {}, label),
        );
      });
      const labels = ticks(first, last, Math.max(2, width / 110)).map((value) =>
        svg("text", { x: Math.min(width - 22, Math.max(22, x(value))), y: HEIGHT - 8, class: "middle" }, short(value)),
      );
      const side = actual !== null && x(actual) > width / 2 ? "end" : "";
      const name =
        actual === null
          ? []
          : [
              svg(
                "text",
                { x: x(actual) + (side === "" ? 4 : -4), y: 12, class: `${side} of-run` },
                `the run ${text(actual)}`,
              ),
            ];
      return {
        height: HEIGHT,
        parts: [...drawn, ...mark(median, "mark-median"), ...mark(actual, "mark-actual"), ...name, ...labels],
      };
    },
  );
  const outside = bars.below + bars.above;
  const more =
    outside > 0 ? `${numberText(outside, 0)} of ${numberText(total, 0)} histories lie outside the chart. ` : "";
  return element(
    "div",
    { class: "distribution" },
    element("h3", {}, title),
    chart.element,
    element("p", { class: "aside" }, `${more}Strong color: inside the interval. Lines: median and actual run.`),
  );
}
