import type { CurveLines } from "../../../report/research/curve-lines.ts";
import { chartKeys } from "../../report/chart-keys.ts";
import { element, section } from "../../report/element.ts";
import type { CurvesChart } from "./curves-chart.ts";

/** A chart of curves under a title, with its buttons and keys. */
export function curvesSection(
  title: string,
  { recordsPerPoint, zone }: CurveLines,
  chart: CurvesChart,
  { hint, growth }: { readonly hint: string; readonly growth?: boolean },
): HTMLElement {
  const toggle = (text: string, meaning: string, on: boolean, set: (on: boolean) => void) => {
    const button = element("button", { type: "button", title: meaning, "aria-pressed": String(on) }, text);
    button.addEventListener("click", () => {
      const now = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(now));
      set(now);
    });
    return element("div", { class: "buttons" }, button);
  };
  const all = element("button", { type: "button", title: "Show everything" }, "All");
  all.addEventListener("click", () => chart.showAll());
  const bar = element(
    "div",
    { class: "toolbar" },
    element("div", { class: "buttons" }, all),
    ...(growth === undefined
      ? []
      : [toggle("Growth of 1", "What one unit became, instead of equity", growth, (on) => chart.setGrowth(on))]),
    toggle("Log", "Equal distances for equal percentages", false, (on) => chart.setLogarithmic(on)),
  );
  const host = element(
    "div",
    {
      class: "chart-host",
      tabindex: 0,
      role: "group",
      "aria-label": "Chart of equity, and of drawdown",
      "aria-describedby": "chart-hint",
    },
    chart.element,
  );
  chartKeys(host, {
    move: (by, scale) => chart.move(by, scale),
    showLast: () => chart.showAll(),
  });
  const keys = " Drag to move, Ctrl and wheel or pinch to zoom; by keyboard: arrows, + and −, 0 for everything.";
  const merged = recordsPerPoint === 1 ? "" : ` Each point stands for ${recordsPerPoint} moments.`;
  const clocks = zone === "" ? "" : ` Times are those of ${zone}.`;
  return section(
    title,
    "charts",
    bar,
    host,
    element("p", { class: "aside", id: "chart-hint" }, hint + keys + merged + clocks),
  );
}
