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

/** The page of a walk-forward. */
export function walkForwardPage(
  payload: WalkForwardPayload,
  drawLater: (draw: () => void) => void,
): readonly HTMLElement[] {
  const { curves, windows } = payload;
  const chart = new CurvesChart(
    curves,
    [
      { colour: ({ muted }) => muted, width: 1 },
      { colour: ({ strategy }) => strategy, width: 2 },
    ],
    { edges: edgesOf(payload) },
  );
  drawLater(() => chart.draw());
  const hint =
    "All tests one after the other as one account; every other test is shaded. No point of it has been seen when its parameters were chosen.";
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
      section("Set up", "counts", labelledTable(payload.settings)),
    ),
    ...closing(payload, true),
  ];
}

/** The times on the curve at which one test ends and the next begins. */
function edgesOf({ curves, windows }: WalkForwardPayload): number[] {
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
  const chosen = table("trades-table plain", head, rows);
  return section(
    "What was chosen",
    "trades",
    element(
      "p",
      { class: "aside" },
      "Bold: another value than in the window before. Choices that jump about follow noise.",
    ),
    scroller("Windows", chosen),
  );
}
