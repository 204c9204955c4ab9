import type { CurveLines } from "../../../report/research/curve-lines.ts";
import { chartKeys } from "../../report/chart-keys.ts";
import { button, buttons, element, logarithmToggle, section, toggle } from "../../report/element.ts";
import type { CurvesChart } from "./curves-chart.ts";

/** Creates a section with a chart of equity curves, its toolbar and its keyboard control. */
export function curvesSection(
  title: string,
  { recordsPerPoint, zone }: CurveLines,
  chart: CurvesChart,
  { hint, growth }: { readonly hint: string; readonly growth?: boolean },
): HTMLElement {
  const bar = element(
    "div",
    { class: "toolbar" },
    buttons(button("All", () => chart.showAll(), { title: "Show everything" })),
    ...(growth === undefined
      ? []
      : [
          buttons(
            toggle("Growth of 1", "Growth of 1 unit of money instead of equity", growth, (on) => chart.setGrowth(on)),
          ),
        ]),
    buttons(logarithmToggle(false, (on) => chart.setLogarithmic(on))),
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
  const keys =
    " Drag to move; pinch, or Ctrl and wheel, to zoom. Keyboard: arrows move, + and − zoom, 0 shows everything.";
  const merged = recordsPerPoint === 1 ? "" : ` Each point represents ${recordsPerPoint} records.`;
  const zoneText = zone === "" ? "" : ` Times are in ${zone}.`;
  return section(
    title,
    "charts",
    bar,
    host,
    element("p", { class: "aside", id: "chart-hint" }, hint + keys + merged + zoneText),
  );
}
