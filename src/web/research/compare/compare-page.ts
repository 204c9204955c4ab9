import type { ComparedMetric, ComparePayload } from "../../../report/research/compare-payload.ts";
import type { ChartColors } from "../../report/chart-colors.ts";
import { element, scroller, section } from "../../report/element.ts";
import { GROUP_TITLES } from "../../report/metric-tables.ts";
import { type CurveStyle, CurvesChart } from "../curves/curves-chart.ts";
import { curvesSection } from "../curves/curves-section.ts";
import { closing, opening } from "../page/frame.ts";

/** Creates the page that compares several runs. */
export function comparePage(payload: ComparePayload, drawLater: (draw: () => void) => void): readonly HTMLElement[] {
  const { curves, runs, differences, metrics } = payload;
  const growth = new Set(curves.lines.map(({ start }) => start)).size > 1;
  const styles = curves.lines.map((_, i): CurveStyle =>
    i < runs.length ? curveStyle(i) : { color: ({ muted }) => muted, width: 1 },
  );
  const chart = new CurvesChart(curves, styles, { growth });
  drawLater(() => chart.draw());
  const groups = [...new Set(metrics.map(({ group }) => group))];
  return [
    ...opening(payload),
    curvesSection("Equity", curves, chart, { hint: "Each line is a run.", growth }),
    section(
      "Differences",
      "differences",
      differences.length === 0
        ? element("p", { class: "empty" }, "None: strategy, parameters, settings, symbols and times are the same.")
        : sideBySide(payload, "Differences", [
            { title: "", rows: differences.map(({ label, texts }) => [label, texts] as const) },
          ]),
    ),
    section(
      "Metrics",
      "numbers",
      sideBySide(
        payload,
        "Metrics",
        groups.map((group) => ({
          title: GROUP_TITLES[group],
          rows: metrics
            .filter((metric) => metric.group === group)
            .map((metric) => [metric.title, metric.texts, metric] as const),
        })),
      ),
      element("p", { class: "aside" }, "Bold: the best run of each row, for metrics where higher or lower is better."),
    ),
    ...closing(payload, true),
  ];
}

function curveStyle(run: number): CurveStyle {
  return {
    width: 2,
    color: ({ strategy, indicators }: ChartColors) =>
      run === 0 ? strategy : indicators[(run - 1) % indicators.length]!,
  };
}

interface RowGroup {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, texts: readonly string[], metric?: ComparedMetric])[];
}

/** Table with one column per run. Its row labels stay in view when it scrolls. */
function sideBySide({ runs }: ComparePayload, label: string, blocks: readonly RowGroup[]): HTMLElement {
  const head = ["", ...runs.map(({ name }) => name)].map((text, i) =>
    element("th", { scope: "col", class: i === 0 ? "text" : "number" }, text),
  );
  const rowOf = ([title, texts, metric]: RowGroup["rows"][number]) => {
    const cells = texts.map((text, run) =>
      element("td", { class: metric?.best === run ? "number best-of-row" : "number" }, text),
    );
    return element("tr", {}, element("th", { scope: "row", title: metric?.formula }, title), ...cells);
  };
  const bodies = blocks.map(({ title, rows }) =>
    element(
      "tbody",
      {},
      ...(title === ""
        ? []
        : [element("tr", { class: "block" }, element("th", { scope: "colgroup", colspan: runs.length + 1 }, title))]),
      ...rows.map(rowOf),
    ),
  );
  const table = element(
    "table",
    { class: "side-by-side" },
    element("thead", {}, element("tr", {}, ...head)),
    ...bodies,
  );
  return scroller(label, table);
}
