import { type MarketData, tradedSymbols } from "../../market/market-data.ts";
import type { WalkForward } from "../../research/walk-forward/walk-forward.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { pluralize } from "../../primitives/words.ts";
import { formatDate } from "../../time/instant.ts";
import { formatByUnit, formatCount, formatFraction, formatRatio } from "../../metrics/format.ts";
import { jsonNumber } from "../../primitives/json.ts";
import { curveLines } from "./curve-lines.ts";
import { paramRows } from "./head.ts";

/** A window on the page of a walk-forward. */
export type ShownWindow = WalkForwardPayload["windows"][number];

/** Data of a walk-forward page. */
export type WalkForwardPayload = ReturnType<typeof walkForwardPayload>;

/** Options of a walk-forward that its result does not contain. */
export interface WalkForwardSetup {
  readonly symbols?: readonly string[] | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly train: number;
  readonly test: number;
  readonly mode: "rolling" | "anchored";
  /** Text that says how parameters were chosen in each window. */
  readonly chosenBy: string;
}

const SHOWN_METRICS = ["total-return", "cagr", "sharpe", "max-drawdown", "trades", "win-rate"] as const;
/** Number of tests below which the page warns of a small sample. */
const FEW_WINDOWS = 5;

/** Returns the data of a walk-forward page. */
export function walkForwardPayload(walkForward: WalkForward, data: MarketData, setup: WalkForwardSetup) {
  const { objective, currencyDecimals, windows, summary, efficiency, positive } = walkForward;
  const symbols = setup.symbols ?? tradedSymbols(data).toSorted();
  const traded = data.series.filter(({ instrument }) => symbols.includes(instrument.symbol));
  const interval = traded[0]!.bars.interval;
  const { startEquity: start, time, date, equity, buyAndHold } = walkForward.performance;
  const { zone } = setup.settings;
  const { unit, title } = metricOf(objective.metric);
  const number = (name: string, value: number) =>
    formatByUnit(metricOf(name).unit, jsonNumber(value), currencyDecimals);
  return {
    kind: "walk-forward" as const,
    what: "walk-forward",
    title: walkForward.strategy,
    params: [],
    facts: [
      symbols.join(", "),
      interval,
      `tested ${formatDate(date[0]!)} to ${formatDate(date.at(-1)!)}`,
      `${pluralize(windows.length, "window")} by ${objective.direction} ${objective.metric}`,
    ],
    warnings: walkForwardWarnings(walkForward),
    doubts: [],
    limits: [
      "The result depends on the lengths of the windows. If you try several lengths, count each as a trial.",
      "Each test starts without positions. Positions that are open at the end of a test are valued at the last price, without closing costs.",
    ],
    notes: data.notes,
    marks: [],
    engineVersion: ENGINE_VERSION,
    objective: title,
    paramNames: Object.keys(windows[0]!.params),
    windows: windows.map((window) => ({
      /** Dates of the first and last session of training, and of the last session of the test. */
      trainFrom: window.trainFromDate,
      trainTo: window.trainToDate,
      testTo: window.testToDate,
      /** Closing times of the first and last session of training and of the last session of the test, in epoch seconds. */
      times: [window.trainFrom, window.trainTo, window.testTo].map((at) => Math.floor(at / 1000)) as [
        number,
        number,
        number,
      ],
      params: Object.values(window.params),
      trials: window.trials,
      trained: jsonNumber(window.trained),
      trainedText: formatByUnit(unit, jsonNumber(window.trained), currencyDecimals),
      tested: jsonNumber(window.tested),
      testedText: formatByUnit(unit, jsonNumber(window.tested), currencyDecimals),
      /** Number of trades open at the end of the test. */
      openTrades: window.openTrades,
    })),
    curves: curveLines(
      [
        { name: "buy & hold", time, date, equity: buyAndHold, start, currencyDecimals },
        { name: "out of sample", time, date, equity, start, currencyDecimals },
      ],
      interval,
      typeof zone === "string" ? zone : "UTC",
    ),
    /** Main metrics of all tests, joined into one account. */
    figures: [
      ...SHOWN_METRICS.map((name) => ({
        label: metricOf(name).title,
        text: number(name, summary[name]),
        meaning: metricOf(name).formula,
      })),
      {
        label: "Efficiency",
        text: formatRatio(jsonNumber(efficiency)),
        meaning:
          "Objective in the tests divided by objective in training. Near 1, the chosen parameters held up; near 0 or below, they did not.",
      },
      {
        label: "Tests above 0",
        text: formatFraction(jsonNumber(positive), 0),
        meaning: `Share of tests in which ${title} was above 0, among tests with a trade.`,
      },
    ],
    summary: Object.entries(summary).map(([name, value]) => ({
      label: metricOf(name).title,
      text: number(name, value),
      meaning: metricOf(name).formula,
    })),
    settings: [
      {
        label: "Training",
        text: `${formatCount(setup.train)} sessions`,
        meaning: "Number of sessions in which parameters are chosen.",
      },
      {
        label: "Test",
        text: `${formatCount(setup.test)} sessions`,
        meaning: "Number of sessions in which the chosen parameters are tested.",
      },
      {
        label: "Windows",
        text: setup.mode,
        meaning:
          setup.mode === "rolling"
            ? "All training windows have the same length."
            : "All training windows have the same start.",
      },
      { label: "Chosen by", text: setup.chosenBy },
      ...paramRows(setup.settings),
    ],
  };
}

/** Returns warnings about a walk-forward. */
export function walkForwardWarnings({ windows, efficiency, performance }: WalkForward): string[] {
  const open = windows.reduce((sum, { openTrades }) => sum + openTrades, 0);
  const missing = windows.filter(({ tested }) => Number.isNaN(tested)).length;
  return [
    ...(windows.length < FEW_WINDOWS
      ? [
          `${pluralize(windows.length, "test")} ${windows.length === 1 ? "is" : "are"} few: a single test can decide the result.`,
        ]
      : []),
    ...(efficiency < 0 ? ["The parameters that were best in training lost in the tests: they did not hold up."] : []),
    ...(missing > 0
      ? [
          `${missing} of ${windows.length} tests ${missing === 1 ? "has" : "have"} no objective, usually because there was no trade.`,
        ]
      : []),
    ...(performance.trades.length === 0 ? ["No trade was closed in any test."] : []),
    ...(open > 0
      ? [
          `${pluralize(open, "trade")} still open at the end of a test: valued at the last price, and not counted among closed trades.`,
        ]
      : []),
  ];
}
