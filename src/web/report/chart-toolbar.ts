import type { ReportPayload } from "../../report/payload.ts";
import type { ReportChart } from "./chart.ts";
import { button, buttons, element, logarithmToggle } from "./element.ts";

const DAY = 86_400;
const YEAR = 365.25 * DAY;

/** Spans that a button may show. */
const SPANS: readonly (readonly [label: string, meaning: string, seconds: number])[] = [
  ["10Y", "ten years", 10 * YEAR],
  ["5Y", "five years", 5 * YEAR],
  ["2Y", "two years", 2 * YEAR],
  ["1Y", "year", YEAR],
  ["6M", "six months", YEAR / 2],
  ["1M", "month", YEAR / 12],
  ["1W", "week", 7 * DAY],
  ["1D", "day", DAY],
];
const MOST_SPANS = 5;
/** A span is offered when it shows at least this share of the points, and not nearly all of them. */
const LEAST_POINTS = 20;

/** The buttons over the chart: the symbol, the span of time in view, the kind of scale. */
export function chartToolbar(payload: ReportPayload, chart: ReportChart): { element: HTMLElement; update(): void } {
  const picker = symbolPicker(payload, chart);
  const spans = element("div", { class: "buttons", role: "group", "aria-label": "Time in view" });
  const [first, last] = chart.extent;
  const points = Math.max(1, payload.curve.time.steps.length);
  const offered = SPANS.filter(
    ([, , seconds]) => seconds < (last - first) * 0.9 && (seconds / (last - first)) * points >= LEAST_POINTS,
  ).slice(0, MOST_SPANS);
  spans.append(button("All", () => chart.showLast(undefined), { title: "Show everything" }));
  for (const [label, meaning, seconds] of offered) {
    spans.append(button(label, () => chart.showLast(seconds), { title: `Show the last ${meaning}` }));
  }
  const log = logarithmToggle(false, (on) => chart.setLogarithmic(on));
  const bar = element("div", { class: "toolbar" }, ...(picker === undefined ? [] : [picker]), spans, buttons(log));
  return {
    element: bar,
    update() {
      if (picker !== undefined) picker.value = chart.symbol;
    },
  };
}

function symbolPicker({ symbols }: ReportPayload, chart: ReportChart): HTMLSelectElement | undefined {
  if (symbols.length < 2) return undefined;
  const picker = element(
    "select",
    { "aria-label": "Symbol on the chart" },
    ...symbols.map(({ symbol }) => element("option", { value: symbol }, symbol)),
  );
  picker.addEventListener("change", () => chart.showSymbol(picker.value));
  return picker;
}
