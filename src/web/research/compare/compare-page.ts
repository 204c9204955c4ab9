import type { ComparedMetric, ComparePayload } from "../../../report/research/compare-payload.ts";
import type { ChartColours } from "../../report/chart-colours.ts";
import { element, scroller, section } from "../../report/element.ts";
import { GROUP_TITLES } from "../../report/metric-tables.ts";
import { type CurveLook, CurvesChart } from "../curves/curves-chart.ts";
import { curvesSection } from "../curves/curves-section.ts";
import { closing, opening } from "../page/frame.ts";

/** The page of a comparison. */
export function comparePage(payload: ComparePayload, drawLater: (draw: () => void) => void): readonly HTMLElement[] {
  const { curves, runs, differences, metrics } = payload;
  const growth = new Set(curves.lines.map(({ start }) => start)).size > 1;
  const looks = curves.lines.map((_, i): CurveLook =>
    i < runs.length ? lookOf(i) : { colour: ({ muted }) => muted, width: 1 },
  );
  const chart = new CurvesChart(curves, looks, { growth });
  drawLater(() => chart.draw());
  const groups = [...new Set(metrics.map(({ group }) => group))];
  return [
    ...opening(payload),
    curvesSection("Equity", curves, chart, { hint: "Each line is a run.", growth }),
    section(
      "What differs",
      "differences",
      differences.length === 0
        ? element(
            "p",
            { class: "empty" },
            "Nothing: strategy, parameters, settings, instruments and times are the same.",
          )
        : sideBySide(payload, "What differs", [
            { title: "", rows: differences.map(({ label, texts }) => [label, texts] as const) },
          ]),
    ),
    section(
      "Numbers",
      "numbers",
      sideBySide(
        payload,
        "Numbers",
        groups.map((group) => ({
          title: GROUP_TITLES[group],
          rows: metrics
            .filter((metric) => metric.group === group)
            .map((metric) => [metric.title, metric.texts, metric] as const),
        })),
      ),
      element("p", { class: "aside" }, "Bold: the best of the row, by a metric that has a better side."),
    ),
    ...closing(payload, true),
  ];
}

function lookOf(run: number): CurveLook {
  return {
    width: 2,
    colour: ({ strategy, indicators }: ChartColours) =>
      run === 0 ? strategy : indicators[(run - 1) % indicators.length]!,
  };
}

interface Rows {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, texts: readonly string[], metric?: ComparedMetric])[];
}

/** A column a run; the labels stay in view where there are many. */
function sideBySide({ runs }: ComparePayload, label: string, blocks: readonly Rows[]): HTMLElement {
  const head = ["", ...runs.map(({ name }) => name)].map((text, i) =>
    element("th", { scope: "col", class: i === 0 ? "text" : "number" }, text),
  );
  const rowOf = ([title, texts, metric]: Rows["rows"][number]) => {
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
