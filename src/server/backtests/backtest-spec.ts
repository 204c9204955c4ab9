import type { RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { RunTrade } from "../../engine/run-result.ts";
import type { SentError } from "../../research/executors/sent-error.ts";
import type { SharedData } from "../../research/executors/shared-data.ts";

/** A strategy that clients may name, and the file that a thread loads it from. */
export interface ServedStrategy {
  readonly strategy: AnyStrategy;
  readonly file: string;
  readonly sourceHash: string;
}

/** How the threads of backtests run. */
export interface BacktestThreads {
  /** Backtests that run at once. */
  readonly threads: number;
  /** What each thread runs, where that cannot be the compiled thread of this package. */
  readonly entry?: string;
  /** Options of Node for the threads. */
  readonly execArgv?: readonly string[];
  /** Address of a module whose `importModule` loads strategies that Node alone cannot. */
  readonly loader?: string;
}

/** What a thread is given. */
export interface BacktestSpec {
  readonly strategy: string;
  readonly file: string;
  readonly sourceHash: string;
  readonly loader: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Partial<RunSettings>;
  readonly data: SharedData;
}

/** What a finished backtest is asked for. */
export interface BacktestOutcome {
  readonly summary: Readonly<Record<string, number>>;
  readonly settings: RunSettings;
  readonly warnings: readonly string[];
  readonly fillHash: string;
  readonly fingerprint: string;
  readonly time: Float64Array;
  readonly equity: Float64Array;
  readonly trades: readonly RunTrade[];
  /** The page; undefined where its code was not built. */
  readonly report: string | undefined;
}

/** What a thread says. */
export type BacktestMessage =
  | { readonly progress: number }
  | { readonly outcome: BacktestOutcome }
  | { readonly error: SentError };
