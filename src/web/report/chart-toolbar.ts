import type { ReportPayload } from "../../report/payload.ts";
import type { ReportChart } from "./chart.ts";
import { button, buttons, element, logarithmToggle } from "./element.ts";

const DAY = 86_400;
const YEAR = 365.25 * DAY;

/** Time spans for which the toolbar may have buttons, such as a month. */
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
const MAX_SPANS = 5;
/** A time span has a button if at least this many points lie in it, but not nearly all. */
const MIN_POINTS = 20;

/** Toolbar of the chart with its symbol, time span and scale. */
export function chartToolbar(payload: ReportPayload, chart: ReportChart): { element: HTMLElement; update(): void } {
  const picker = symbolPicker(payload, chart);
  const spans = element("div", { class: "buttons", role: "group", "aria-label": "Time in view" });
  const [first, last] = chart.extent;
  const points = Math.max(1, payload.curve.time.steps.length);
  const shownSpans = SPANS.filter(
    ([, , seconds]) => seconds < (last - first) * 0.9 && (seconds / (last - first)) * points >= MIN_POINTS,
  ).slice(0, MAX_SPANS);
  spans.append(button("All", () => chart.showLast(undefined), { title: "Show everything" }));
  for (const [label, meaning, seconds] of shownSpans) {
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
