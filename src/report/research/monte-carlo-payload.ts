import { type ConfidenceInterval, percentile } from "../../research/monte-carlo/percentiles.ts";
import { jsonNumber } from "../json.ts";
import type { RunResult } from "../../engine/run-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { MonteCarlo } from "../../research/monte-carlo/monte-carlo.ts";
import { equityDecimals, packColumn } from "../packed-column.ts";
import { formatCount, formatFraction, formatMoney, formatRatio } from "../format.ts";
import { settingsRows } from "../settings-rows.ts";
import { runFacts, runHead } from "./head.ts";

/** How often values fell where: bars of equal width. */
interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
  /** Values below the first bar and above the last. */
  readonly below: number;
  readonly above: number;
}

const BARS = 48;
/** Share of the values on each side that may lie outside, so that a few do not flatten the rest. */
const OUTSIDE = 0.002;

/** The bars of a column without missing values; one bar where all are alike but for rounding. */
export function histogram(values: Float64Array): Histogram {
  const sorted = values.toSorted();
  const [low, high] = [percentile(sorted, OUTSIDE), percentile(sorted, 1 - OUTSIDE)];
  const alike = !(high - low > 1e-9 * Math.max(1, Math.abs(high)));
  if (alike) return { from: jsonNumber(low)!, width: 0, counts: [values.length], below: 0, above: 0 };
  const width = (high - low) / BARS;
  const counts = Array.from({ length: BARS }, () => 0);
  let [below, above] = [0, 0];
  for (const value of values) {
    if (value < low) below++;
    else if (value > high) above++;
    else counts[Math.min(BARS - 1, Math.floor((value - low) / width))]!++;
  }
  return { from: jsonNumber(low)!, width, counts, below, above };
}

/** A number with the interval in which it lies. */
export type IntervalRow = ReturnType<typeof intervalRow>[number];

/** How often a number came out where, with what did happen and the ends of the interval. */
export type Distribution = MonteCarloPayload["distributions"][number];

/** Histories drawn from a run as a page shows them. */
export type MonteCarloPayload = ReturnType<typeof monteCarloPayload>;

const METHODS = {
  bootstrap: {
    step: "session",
    limits: [
      "The sessions are drawn from those of this run: a crash, a calm or a market that is not among them is in none of the histories.",
      "What the strategy would have done in another history is not asked. Its sessions are taken as they are, so the intervals are those of luck, not of a market that changes.",
    ],
  },
  "trade-shuffle": {
    step: "trade",
    limits: [
      "The profit is the same in every order. Only the way to it differs, and the drawdown with it.",
      "Trades are taken as if none knew of the others; a strategy whose losses come together falls deeper than this shows.",
    ],
  },
} as const;

/** What the page of a Monte Carlo analysis of a run shows. */
export function monteCarloPayload(drawn: MonteCarlo, result: RunResult, data: MarketData) {
  const { method, fan, confidence, actual } = drawn;
  const { step, limits } = METHODS[method];
  const cash = result.performance.startEquity;
  const money = (column: Float64Array) => {
    const equity = column.map((worth) => worth * cash);
    return packColumn(equity, equityDecimals(equity, result.currencyDecimals));
  };
  const blocks = method === "bootstrap" ? ` in blocks of ${drawn.block} or so` : " in other orders";
  const drawnFrom = `${formatCount(drawn.runs)} histories of ${formatCount(drawn.length)} ${step}s${blocks}`;
  const finalEquity = scaled(drawn.totalReturn, cash);
  const finals = drawn.totals.map((total) => cash * (1 + total));
  return {
    kind: "monte-carlo" as const,
    ...runHead(result, data),
    what: "Monte Carlo analysis",
    facts: [...runFacts(result), drawnFrom],
    warnings: result.warnings,
    limits,
    marks: [
      {
        label: "Run",
        text: result.fingerprint,
        meaning: "Of data, settings, strategy source, params and engine version",
      },
    ],
    confidence: formatFraction(confidence, confidence * 100 === Math.round(confidence * 100) ? 0 : 2),
    /** What a step is: a session or a trade. */
    step,
    currency: result.settings.currency,
    /** Steps of the fan, and equity at each: percentiles of the histories, and what did happen. */
    steps: Array.from(fan.steps),
    bands: fan.bands.map(({ share, worth }) => ({ share, equity: money(worth) })),
    actual: money(fan.actual),
    histories: formatCount(fan.histories),
    intervals: [
      ...intervalRow(
        "Final equity",
        finalEquity,
        (value) => formatMoney(value, result.currencyDecimals),
        cash * (1 + actual.totalReturn),
      ),
      ...intervalRows(drawn),
    ],
    lossShare: formatFraction(drawn.lossShare),
    ruinShare: formatFraction(drawn.ruinShare),
    distributions: [
      {
        title: "Final equity",
        unit: "money" as const,
        moneyDecimals: result.currencyDecimals,
        ...distribution(finals, finalEquity, cash * (1 + actual.totalReturn)),
      },
      {
        title: "Max drawdown",
        unit: "fraction" as const,
        moneyDecimals: result.currencyDecimals,
        ...distribution(drawn.drawdowns, drawn.maxDrawdown, actual.maxDrawdown),
      },
    ],
    settings: settingsRows(result),
  };
}

/** The intervals of what does not depend on cash. */
export function intervalRows({ actual, ...drawn }: MonteCarlo) {
  return [
    ...intervalRow("Total return", drawn.totalReturn, formatFraction, actual.totalReturn),
    ...intervalRow("CAGR", drawn.cagr, formatFraction),
    ...intervalRow("Sharpe ratio", drawn.sharpe, formatRatio),
    ...intervalRow("Max drawdown", drawn.maxDrawdown, formatFraction, actual.maxDrawdown),
  ];
}

function intervalRow(
  title: string,
  { low, median, high }: ConfidenceInterval,
  format: (value: number | null) => string,
  was = NaN,
) {
  if (Number.isNaN(median)) return [];
  const text = (value: number) => format(jsonNumber(value));
  const actual = Number.isNaN(was) ? "" : text(was);
  // `actual` is what did happen: empty where that is not known.
  return [{ title, low: text(low), median: text(median), high: text(high), actual }];
}

/** An interval of returns as one of equity. */
function scaled({ low, median, high, mean }: ConfidenceInterval, cash: number): ConfidenceInterval {
  const equity = (total: number) => cash * (1 + total);
  return { low: equity(low), median: equity(median), high: equity(high), mean: equity(mean) };
}

function distribution(values: Float64Array, { low, median, high }: ConfidenceInterval, actual: number) {
  return {
    bars: histogram(values),
    low: jsonNumber(low),
    median: jsonNumber(median),
    high: jsonNumber(high),
    actual: jsonNumber(actual),
  };
}
