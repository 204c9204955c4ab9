import type { MonteCarloPayload } from "../../../report/research/monte-carlo-payload.ts";
import { axisDecimals } from "../../report/axis-format.ts";
import { buttons, element, logarithmToggle, section } from "../../report/element.ts";
import { numberText, percentText, shortText } from "../../report/number-text.ts";
import { unpack } from "../../report/unpack.ts";
import { drawing, logarithmicTicks, svg, ticks } from "../page/drawing.ts";

const HEIGHT = 340;
const TOP = 10;
const BOTTOM = 34;
const RIGHT = 62;
/** Maximum number of decimals of equity, used for values below ten. */
const MAX_DECIMALS = 4;

/** Creates a chart with percentiles of the histories' equity over time, and the equity of the actual run. */
export function fanChart(payload: MonteCarloPayload): HTMLElement {
  const { steps, step, histories, currency } = payload;
  const bands = payload.bands.map(({ share, equity }) => ({ share, equity: unpack(equity) }));
  const actual = unpack(payload.actual);
  const decimals = axisDecimals(actual, MAX_DECIMALS);
  const all = [...bands.flatMap(({ equity }) => Array.from(equity)), ...actual];
  let [min, max] = [Math.min(...all), Math.max(...all)];
  // Equity that never changed is drawn as a line in the middle.
  if (min === max) [min, max] = [min * 0.99, max * 1.01];
  let logarithmic = min > 0 && max / min > 8;
  const readout = element("p", { class: "aside readout", "aria-live": "polite" });

  const chart = drawing(
    () => `Equity of the histories by ${step}: the middle half, the confidence interval, and the run itself`,
    (width) => {
      const right = width - RIGHT;
      const scale = logarithmic ? Math.log : Number;
      const [bottom, top] = [scale(min), scale(max)];
      const x = (place: number) => (right * steps[place]!) / steps.at(-1)!;
      const y = (value: number) =>
        HEIGHT - BOTTOM - ((scale(value) - bottom) / (top - bottom || 1)) * (HEIGHT - BOTTOM - TOP);
      const points = (column: Float64Array) =>
        Array.from(column, (value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
      const area = (low: Float64Array, high: Float64Array, name: string) =>
        svg("polygon", { class: name, points: [...points(high), ...points(low).toReversed()].join(" ") });
      const line = (column: Float64Array, name: string) =>
        svg("polyline", { class: name, points: points(column).join(" ") });
      const marks = logarithmic ? logarithmicTicks(min, max) : ticks(min, max, 6);
      const [low, quarter, middle, threeQuarters, high] = bands.map(({ equity }) => equity);
      const cursor = svg("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM });
      const pad = svg("rect", { class: "pad", x: 0, y: 0, width: right, height: HEIGHT - BOTTOM });
      pad.addEventListener("pointermove", (event) => {
        const share = event.offsetX / right;
        const place = Math.max(0, Math.min(steps.length - 1, Math.round(share * (steps.length - 1))));
        cursor.setAttribute("x1", String(x(place)));
        cursor.setAttribute("x2", String(x(place)));
        readout.textContent = textAt(place);
      });
      return {
        height: HEIGHT,
        parts: [
          ...marks.flatMap((value) => [
            svg("line", { class: "grid", x1: 0, x2: right, y1: y(value), y2: y(value) }),
            svg("text", { x: right + 6, y: y(value) + 4 }, shortText(value)),
          ]),
          ...ticks(0, steps.at(-1)!, Math.max(2, right / 130)).map((value) =>
            svg(
              "text",
              { x: (right * value) / steps.at(-1)!, y: HEIGHT - 14, class: value === 0 ? "" : "middle" },
              value === 0 ? `${step}s: 0` : numberText(value, 0),
            ),
          ),
          area(low!, high!, "fan-wide"),
          area(quarter!, threeQuarters!, "fan-half"),
          line(middle!, "fan-median"),
          line(actual, "fan-actual"),
          cursor,
          pad,
        ],
      };
    },
  );

  function textAt(place: number): string {
    const values = bands.map(
      ({ share, equity }) =>
        `${percentText(share, (share * 1000) % 10 === 0 ? 0 : 1)} below ${numberText(equity[place]!, decimals)}`,
    );
    return `After ${numberText(steps[place]!, 0)} ${step}s: ${values.join(" · ")} · the run ${numberText(actual[place]!, decimals)}`;
  }

  readout.textContent = textAt(steps.length - 1);
  const log = logarithmToggle(logarithmic, (on) => {
    logarithmic = on;
    chart.draw();
  });
  const bar = element("div", { class: "toolbar" }, buttons(...(min > 0 ? [log] : [])));
  const key = element(
    "p",
    { class: "keys" },
    element("span", { class: "key-wide" }, payload.confidence, " of the histories"),
    element("span", { class: "key-half" }, "the middle half"),
    element("span", { class: "key-median" }, "median"),
    element("span", { class: "key-actual" }, "the run"),
    element("span", {}, `equity in ${currency}, of ${histories} histories`),
  );
  return section("Resampled equity curves", "charts fan", bar, chart.element, key, readout);
}
