import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type AnyStrategy, backtest, isStrategy, type RunSettings } from "hindcast";
import { openRecording } from "hindcast/data";
import type { RemoteOptions } from "../../src/client/run-remote.ts";
import { ROOT } from "../house/source-files.ts";
import {
  closeBrackets,
  declaredTurns,
  foreignStudies,
  longerBars,
  longerMinutes,
  trailingExits,
} from "./parity-strategies.ts";

/** A run of a strategy of this package over a short range of the sample. */
export interface ParityRun {
  readonly strategy: AnyStrategy;
  readonly on: string;
  readonly options: RemoteOptions;
}

/** Parameters with which each strategy trades often in a short time. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "sma-cross": { fast: 3, slow: 8 },
  "rsi-reversion": { low: 60, high: 70, trend: 5 },
  "macd-trend": { fast: 3, slow: 8, signal: 3 },
  "bollinger-breakout": { period: 5, deviations: 1 },
  "donchian-turtle": { entry: 5, exit: 3, atr: 5 },
  "bracket-breakout": { period: 5, atr: 5 },
  "stochastic-swing": { period: 5, low: 40, high: 60 },
  "pairs-reversion": { period: 5, entry: 1 },
};

/**
 * Returns runs of every strategy of this package on daily and on minute bars. Each range has a split: of GOOGL on 2022-06-06, or of AAPL on
 * 2023-11-06.
 */
export async function parityRuns(): Promise<readonly ParityRun[]> {
  const runs: ParityRun[] = [];
  for (const strategy of await strategiesOf(join(ROOT, "strategies"))) {
    const settings: Partial<RunSettings> = {
      commission: { model: "percent", rate: 0.0005 },
      slippage: { model: "bps", bps: 2 },
      ...(strategy.needs?.account === "margin" ? { account: "margin" } : {}),
    };
    const params = PARAMS[strategy.name] ?? {};
    const symbols = strategy.needs?.symbols === 2 ? MINUTES.symbols : ["AAPL"];
    runs.push({ strategy, on: "daily bars", options: { ...DAYS, params, settings } });
    runs.push({ strategy, on: "minute bars", options: { ...MINUTES, symbols, params, settings } });
  }
  return [...runs, ...SPECIAL];
}

const DAYS = { symbols: ["AMZN", "GOOGL"], interval: "1d", from: "2022-05-23", to: "2022-07-08" } as const;
const MINUTES = {
  symbols: ["AAPL", "MSFT"],
  interval: "1m",
  from: "2023-11-03T19:45:00Z",
  to: "2023-11-06T15:05:00Z",
} as const;

/** Range of the sample in which one symbol pays a dividend. */
const PAYING = { symbols: ["KO", "MSFT"], interval: "1d", from: "2022-05-23", to: "2022-07-08" } as const;
const PAIRS = { symbols: ["EURUSD", "USDJPY"], from: "2023-05-01", to: "2023-06-09" } as const;
const DIVIDENDS: Partial<RunSettings> = { graphPrices: "splits-and-dividends" };
const BAND: Partial<RunSettings> = { intrabar: "band" };
const AT_CLOSE: Partial<RunSettings> = { bookAt: "bar-close", atEnd: "finalize-at-open" };

/** Runs with strategies and settings for special cases. */
const SPECIAL: readonly ParityRun[] = [
  { strategy: longerBars, on: "weeks, months and anchors of daily bars", options: DAYS },
  { strategy: longerMinutes, on: "longer bars and anchors of minutes", options: MINUTES },
  { strategy: foreignStudies, on: "daily bars", options: DAYS },
  { strategy: foreignStudies, on: "minute bars", options: MINUTES },
  { strategy: trailingExits, on: "daily bars", options: DAYS },
  { strategy: trailingExits, on: "minute bars", options: MINUTES },
  { strategy: declaredTurns, on: "daily bars", options: { ...DAYS, settings: { account: "margin" } } },
  { strategy: declaredTurns, on: "minute bars", options: { ...MINUTES, settings: { account: "margin" } } },
  { strategy: closeBrackets, on: "daily bars with few to warm up", options: { ...DAYS, settings: { warmupBars: 3 } } },
  {
    strategy: longerMinutes,
    on: "minute bars with few to warm up",
    options: { ...MINUTES, settings: { warmupBars: 50 } },
  },
  {
    strategy: closeBrackets,
    on: "daily bars without the jumps of dividends",
    options: { ...PAYING, settings: DIVIDENDS },
  },
  {
    strategy: closeBrackets,
    on: "minute bars without the jumps of dividends",
    options: { ...MINUTES, settings: DIVIDENDS },
  },
  { strategy: closeBrackets, on: "daily bars, both ways through a bar", options: { ...DAYS, settings: BAND } },
  { strategy: closeBrackets, on: "minute bars, both ways through a bar", options: { ...MINUTES, settings: BAND } },
  { strategy: closeBrackets, on: "daily bars, booked when they close", options: { ...DAYS, settings: AT_CLOSE } },
  { strategy: closeBrackets, on: "minute bars, booked when they close", options: { ...MINUTES, settings: AT_CLOSE } },
  {
    strategy: longerBars,
    on: "daily bars by the rules of backtesting.py",
    options: { ...DAYS, settings: { conventions: "backtesting.py", fillAt: "same-close", atEnd: "finalize-at-open" } },
  },
  {
    strategy: trailingExits,
    on: "minute bars by the rules of backtrader",
    options: { ...MINUTES, settings: { conventions: "backtrader" } },
  },
  {
    strategy: closeBrackets,
    on: "daily bars of sessions that overlap",
    options: { ...DAYS, symbols: ["AAPL", "BTCUSD"] },
  },
  { strategy: closeBrackets, on: "daily bars of another currency", options: { ...PAIRS, interval: "1d" } },
  {
    strategy: closeBrackets,
    on: "hours of another currency",
    options: { ...PAIRS, interval: "1h", from: "2023-11-20", to: "2023-11-22" },
  },
];

/** Returns the backtest of a run. */
export async function batchOf({ strategy, options }: ParityRun) {
  const { symbols, interval, from, to, params, settings } = options;
  const recording = await (opened ??= openRecording(join(ROOT, "data", "sample")));
  const data = await recording.marketData({ symbols: [...symbols], interval: interval! });
  return backtest(strategy, data, {
    ...(params === undefined ? {} : { params }),
    ...settings,
    from: from!,
    to: to!,
  });
}

let opened: ReturnType<typeof openRecording> | undefined;

async function strategiesOf(folder: string): Promise<readonly AnyStrategy[]> {
  const strategies: AnyStrategy[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".ts"))) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
    strategies.push(...Object.values(module).filter(isStrategy));
  }
  return strategies;
}
