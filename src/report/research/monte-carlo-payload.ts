import { type ConfidenceInterval, percentile } from "../../research/monte-carlo/percentiles.ts";
import { jsonNumber } from "../../primitives/json.ts";
import type { RunResult } from "../../engine/run-result.ts";
import type { MonteCarlo } from "../../research/monte-carlo/monte-carlo.ts";
import { equityDecimals, packColumn } from "../packed-column.ts";
import { formatCount, formatFraction, formatMoney, formatRatio } from "../../metrics/format.ts";
import { settingsRows } from "../settings-rows.ts";
import { runFacts, runHead } from "./head.ts";

/** A histogram with bars of equal width. */
interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
  /** Number of values below the first bar of the histogram. `above` counts those above the last bar. */
  readonly below: number;
  readonly above: number;
}

const HISTOGRAM_BARS = 48;
/** Share of the values at each end that lies outside the histogram's bars, so that outliers do not flatten the other bars. */
const OUTSIDE_SHARE = 0.002;

/** Returns the histogram of values. It has a single bar if all values are equal except for rounding errors. */
export function histogram(values: Float64Array): Histogram {
  const sorted = values.toSorted();
  const [low, high] = [percentile(sorted, OUTSIDE_SHARE), percentile(sorted, 1 - OUTSIDE_SHARE)];
  const areEqual = !(high - low > 1e-9 * Math.max(1, Math.abs(high)));
  if (areEqual) return { from: jsonNumber(low)!, width: 0, counts: [values.length], below: 0, above: 0 };
  const width = (high - low) / HISTOGRAM_BARS;
  const counts = Array.from({ length: HISTOGRAM_BARS }, () => 0);
  let [below, above] = [0, 0];
  for (const value of values) {
    if (value < low) below++;
    else if (value > high) above++;
    else counts[Math.min(HISTOGRAM_BARS - 1, Math.floor((value - low) / width))]!++;
  }
  return { from: jsonNumber(low)!, width, counts, below, above };
}

/** A metric with its confidence interval. */
export type IntervalRow = ReturnType<typeof intervalRow>[number];

/** Distribution of a metric, with its confidence interval and its actual value. */
export type Distribution = MonteCarloPayload["distributions"][number];

/** Data of a Monte Carlo page. */
export type MonteCarloPayload = ReturnType<typeof monteCarloPayload>;

const METHODS = {
  bootstrap: {
    step: "session",
    limits: [
      "The resampled histories contain only sessions of this run. Crashes and calm periods that this run did not see are missing.",
      "The strategy does not run again: its session returns are reused. The intervals measure chance, not changes of the market.",
    ],
  },
  "trade-shuffle": {
    step: "trade",
    limits: [
      "The total profit is the same in every order of the trades. Only the equity curve and its drawdown differ.",
      "Trades are treated as independent. A strategy whose losses cluster has deeper drawdowns than shown.",
    ],
  },
} as const;

/** Returns the data of the Monte Carlo page of a run. */
export function monteCarloPayload(monteCarlo: MonteCarlo, result: RunResult) {
  const { method, fan, confidence, actual } = monteCarlo;
  const { step, limits } = METHODS[method];
  const cash = result.performance.startEquity;
  const money = (column: Float64Array) => {
    const equity = column.map((worth) => worth * cash);
    return packColumn(equity, equityDecimals(equity, result.currencyDecimals));
  };
  const blocks = method === "bootstrap" ? ` in blocks of about ${monteCarlo.block}` : ", reordered";
  const drawText = `${formatCount(monteCarlo.runs)} histories of ${formatCount(monteCarlo.length)} ${step}s${blocks}`;
  const finalEquity = equityInterval(monteCarlo.totalReturn, cash);
  const finals = monteCarlo.totals.map((total) => cash * (1 + total));
  return {
    kind: "monte-carlo" as const,
    ...runHead(result),
    what: "Monte Carlo analysis",
    facts: [...runFacts(result), drawText],
    warnings: result.warnings,
    limits,
    marks: [
      {
        label: "Run",
        text: result.fingerprint,
        meaning: "Hash of data, settings, strategy source, parameters and engine version",
      },
    ],
    confidence: formatFraction(confidence, confidence * 100 === Math.round(confidence * 100) ? 0 : 2),
    /** Unit of a step of the fan: session or trade. */
    step,
    currency: result.settings.currency,
    /** Steps of the fan. Each has percentiles of the histories' equity, and the actual equity. */
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
      ...intervalRows(monteCarlo),
    ],
    lossShare: formatFraction(monteCarlo.lossShare),
    ruinShare: formatFraction(monteCarlo.ruinShare),
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
        ...distribution(monteCarlo.drawdowns, monteCarlo.maxDrawdown, actual.maxDrawdown),
      },
    ],
    settings: settingsRows(result),
  };
}

/** Returns rows with the intervals of metrics that do not depend on the amount of cash. */
export function intervalRows({ actual, ...monteCarlo }: MonteCarlo) {
  return [
    ...intervalRow("Total return", monteCarlo.totalReturn, formatFraction, actual.totalReturn),
    ...intervalRow("CAGR", monteCarlo.cagr, formatFraction),
    ...intervalRow("Sharpe ratio", monteCarlo.sharpe, formatRatio),
    ...intervalRow("Max drawdown", monteCarlo.maxDrawdown, formatFraction, actual.maxDrawdown),
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
  // `actual` is the value of the run itself; empty if unknown.
  return [{ title, low: text(low), median: text(median), high: text(high), actual }];
}

/** Converts an interval of returns to one of equity. */
function equityInterval({ low, median, high, mean }: ConfidenceInterval, cash: number): ConfidenceInterval {
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
