import type { MarketData } from "../../market/market-data.ts";
import { metrics } from "../../metrics/catalog.ts";
import type { WalkForward } from "../../research/walk-forward/walk-forward.ts";
import { metricOf } from "../../research/trials/trial-runner.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { pluralize } from "../../primitives/words.ts";
import { formatDate } from "../../time/instant.ts";
import { formatByUnit, formatCount, formatFraction, formatRatio } from "../format.ts";
import { jsonNumber } from "../json.ts";
import { curveLines } from "./curve-lines.ts";
import { paramRows } from "./head.ts";

/** A window as a page shows it. */
export type ShownWindow = WalkForwardPayload["windows"][number];

/** A walk-forward as a page shows it. */
export type WalkForwardPayload = ReturnType<typeof walkForwardPayload>;

/** What a page needs besides the result: how the experiment was set up. */
export interface WalkForwardSetup {
  readonly symbols?: readonly string[] | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly train: number;
  readonly test: number;
  readonly mode: "rolling" | "anchored";
  /** How parameters were chosen in each window, in words. */
  readonly chosenBy: string;
}

const FIGURES = ["total-return", "cagr", "sharpe", "max-drawdown", "trades", "win-rate"];
/** Fewer tests than this are an anecdote. */
const FEW_WINDOWS = 5;

/** What the page of a walk-forward shows. */
export function walkForwardPayload(walked: WalkForward, data: MarketData, setup: WalkForwardSetup) {
  const { objective, currencyDecimals, windows, summary, efficiency, positive } = walked;
  const symbols = setup.symbols ?? data.series.map(({ instrument }) => instrument.symbol).toSorted();
  const traded = data.series.filter(({ instrument }) => symbols.includes(instrument.symbol));
  const interval = traded[0]!.bars.interval;
  const { startEquity: start, time, date, equity, buyAndHold } = walked.performance;
  const { zone } = setup.settings;
  const { unit, title } = metricOf(objective.metric);
  const number = (name: string, value: number) =>
    formatByUnit(metricOf(name).unit, jsonNumber(value), currencyDecimals);
  return {
    kind: "walk-forward" as const,
    what: "walk-forward",
    title: walked.strategy,
    params: [],
    facts: [
      symbols.join(", "),
      interval,
      `tested ${formatDate(date[0]!)} to ${formatDate(date.at(-1)!)}`,
      `${pluralize(windows.length, "window")} by ${objective.direction} ${objective.metric}`,
    ],
    warnings: walkForwardWarnings(walked),
    doubts: [],
    limits: [
      "It is one history, cut at one set of places. Other windows would give other results: try a few, and count them.",
      "Every test begins without a position, and what is open at its end is taken at its last price at no cost.",
    ],
    notes: data.notes,
    marks: [],
    engineVersion: ENGINE_VERSION,
    objective: title,
    paramNames: Object.keys(windows[0]!.params),
    windows: windows.map((window) => ({
      /** Dates: of the first session trained, of the last one trained, and of the last one tested. */
      trainFrom: window.trainFromDate,
      trainTo: window.trainToDate,
      testTo: window.testToDate,
      /** The same, as seconds of UTC. */
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
      /** Trades still open at the end of the test. */
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
    /** The main numbers of all tests as one account. */
    figures: [
      ...FIGURES.flatMap((name) =>
        name in summary
          ? [{ label: metricOf(name).title, text: number(name, summary[name]!), meaning: metricOf(name).formula }]
          : [],
      ),
      {
        label: "Efficiency",
        text: formatRatio(jsonNumber(efficiency)),
        meaning:
          "The objective in the tests over that in training: near 1 what was learned held, near 0 or below nothing was learned.",
      },
      {
        label: "Tests above 0",
        text: formatFraction(jsonNumber(positive), 0),
        meaning: `Share of the tests with a trade in which ${title} was above 0.`,
      },
    ],
    summary: Object.keys(metrics)
      .filter((name) => name in summary)
      .map((name) => ({
        label: metricOf(name).title,
        text: number(name, summary[name]!),
        meaning: metricOf(name).formula,
      })),
    settings: [
      { label: "Training", text: `${formatCount(setup.train)} sessions`, meaning: "In which parameters are chosen." },
      { label: "Test", text: `${formatCount(setup.test)} sessions`, meaning: "In which they are tried." },
      {
        label: "Windows",
        text: setup.mode,
        meaning: setup.mode === "rolling" ? "The training keeps its length." : "The training keeps its beginning.",
      },
      { label: "Chosen by", text: setup.chosenBy },
      ...paramRows(setup.settings),
    ],
  };
}

/** What a reader must know before he believes a walk-forward. */
export function walkForwardWarnings({ windows, efficiency, performance }: WalkForward): string[] {
  const open = windows.reduce((sum, { openTrades }) => sum + openTrades, 0);
  const missing = windows.filter(({ tested }) => Number.isNaN(tested)).length;
  return [
    ...(windows.length < FEW_WINDOWS
      ? [
          `${pluralize(windows.length, "test")} ${windows.length === 1 ? "is" : "are"} few: one of them decides what the whole says.`,
        ]
      : []),
    ...(efficiency < 0 ? ["What was best in training lost in the tests: nothing was learned that lasted."] : []),
    ...(missing > 0
      ? [
          `${missing} of ${windows.length} tests ${missing === 1 ? "has" : "have"} no objective, mostly for lack of a trade.`,
        ]
      : []),
    ...(performance.trades.length === 0 ? ["No trade was closed in any test."] : []),
    ...(open > 0
      ? [
          `${pluralize(open, "trade")} still open at the end of a test: marked at the last price, not counted among closed trades.`,
        ]
      : []),
  ];
}
