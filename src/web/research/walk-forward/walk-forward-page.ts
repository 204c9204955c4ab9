import type { ShownWindow, WalkForwardPayload } from "../../../report/research/walk-forward-payload.ts";
import { cardRow, element, heading, labelledTable, scroller, section, table } from "../../report/element.ts";
import { numberText, toneOf } from "../../report/number-text.ts";
import { CurvesChart } from "../curves/curves-chart.ts";
import { curvesSection } from "../curves/curves-section.ts";
import { closing, opening } from "../page/frame.ts";
import { unpack } from "../../report/unpack.ts";
import { choiceText } from "../page/unit-text.ts";
import { trainedTested } from "./trained-tested.ts";
import { windowsChart } from "./windows-chart.ts";

/** Creates the page of a walk-forward analysis. */
export function walkForwardPage(
  payload: WalkForwardPayload,
  drawLater: (draw: () => void) => void,
): readonly HTMLElement[] {
  const { curves, windows } = payload;
  const chart = new CurvesChart(
    curves,
    [
      { color: ({ muted }) => muted, width: 1 },
      { color: ({ strategy }) => strategy, width: 2 },
    ],
    { edges: testEdges(payload) },
  );
  drawLater(() => chart.draw());
  const hint = "All tests as one account; every other test is shaded. No test was used to choose its own parameters.";
  return [
    ...opening(payload),
    cardRow(payload.figures),
    curvesSection("Out of sample", curves, chart, { hint }),
    windowsChart(payload),
    trainedTested(payload),
    windowsTable(payload, windows),
    element(
      "div",
      { class: "two" },
      section("All tests as one account", "settings", labelledTable(payload.summary)),
      section("Setup", "counts", labelledTable(payload.settings)),
    ),
    ...closing(payload, true),
  ];
}

/** Times on the equity curve at which the test of a window ends. */
function testEdges({ curves, windows }: WalkForwardPayload): number[] {
  const times = unpack(curves.lines.at(-1)!.time);
  const nearest = (time: number) => {
    let found = times[0]!;
    for (const each of times) if (each <= time) found = each;
    return found;
  };
  return [times[0]!, ...windows.map(({ times: [, , end] }) => nearest(end))];
}

function windowsTable({ paramNames, objective }: WalkForwardPayload, windows: readonly ShownWindow[]): HTMLElement {
  const headings = [
    "#",
    "Trained from",
    "to",
    "Tested to",
    ...paramNames,
    "Trials",
    `${objective} trained`,
    "tested",
    "Open at end",
  ];
  const head = headings.map((text, i) => heading(text, { class: i > 3 || i === 0 ? "number" : "text" }));
  const rows = windows.map((window, i) => {
    const before = windows[i - 1];
    const cell = (text: string, name = "number") => element("td", { class: name }, text);
    return element(
      "tr",
      {},
      cell(String(i + 1)),
      ...[window.trainFrom, window.trainTo, window.testTo].map((text) => cell(text, "text")),
      ...window.params.map((value, place) =>
        cell(choiceText(value), before !== undefined && before.params[place] !== value ? "number changed" : "number"),
      ),
      cell(numberText(window.trials, 0)),
      cell(window.trainedText),
      cell(window.testedText, `number ${toneOf(window.tested) ?? ""}`.trim()),
      cell(numberText(window.openTrades, 0)),
    );
  });
  const windowsRows = table("trades-table plain", head, rows);
  return section(
    "Chosen parameters",
    "trades",
    element(
      "p",
      { class: "aside" },
      "Bold: the value changed since the previous window. Parameters that change often may follow noise.",
    ),
    scroller("Windows", windowsRows),
  );
}
