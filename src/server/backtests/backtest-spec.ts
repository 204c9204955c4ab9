import type { MessagePort } from "node:worker_threads";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { RunTrade } from "../../engine/run-result.ts";
import type { ViewPhase } from "../../market/market-view.ts";
import type { SentError } from "../../research/executors/sent-error.ts";
import type { SharedData } from "../../research/executors/data-columns.ts";
import type { BacktestRecord } from "../../schemas/backtest.ts";

/** A strategy that clients may name in a request, and the file from which threads load it. */
export interface ServedStrategy {
  readonly strategy: AnyStrategy;
  /** Path of the module that exports the strategy, which Node can load: for a strategy in TypeScript, that of the compiled file. */
  readonly file: string;
  /** SHA-256 of the file, in hexadecimal: backtests fail with STRATEGY_INVALID once the file has changed. */
  readonly sourceHash: string;
  /** Exports of the strategy's file. Settings of backtests may refer to custom models among them. */
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** How the server runs backtests: each in a thread of a separate process. */
export interface BacktestThreads {
  /** Number of backtests that run at the same time. */
  readonly threads: number;
  /** File of the program that each thread runs; by default the compiled one of this package. */
  readonly entry?: string;
  /** File of the program that each process runs; by default the compiled one of this package. */
  readonly host?: string;
  /** Node options of the processes and their threads; by default those of this process. */
  readonly execArgv?: readonly string[];
  /** URL of a module whose `importModule` loads strategy files that Node alone cannot load. */
  readonly loader?: string;
}

/** Everything that a thread needs to run a backtest. */
export interface BacktestSpec {
  readonly strategy: string;
  readonly file: string;
  readonly sourceHash: string;
  readonly loader: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Partial<RunSettings>;
  readonly data: SharedData;
  /** Maximum size of the result in bytes. */
  readonly maxBytes: number;
  /**
   * Set for a completed backtest whose report page is missing. Then only the page is made, and only if the new run equals the completed
   * one.
   */
  readonly pageOf?: { readonly fingerprint: string | null; readonly fillHash: string };
}

/** Data that a thread gets when it starts: the port on which it receives the backtest and sends its messages. */
export interface ThreadStart {
  readonly port: MessagePort;
}

/** A requested backtest, with everything needed to run it, even after a restart. Times are market time in epoch milliseconds. */
export interface RequestedBacktest {
  readonly keyId: string;
  /** Checksum of the recording over which the backtest runs. */
  readonly recording: string;
  /** Session in which the backtest was requested. */
  readonly session: string;
  /** Market time of the session at the request. The backtest uses the bars that had closed by then. */
  readonly createdAt: number;
  readonly phase: ViewPhase;
  readonly terms: BacktestTerms;
  /** Run settings that differ from their defaults. */
  readonly settings: Partial<RunSettings>;
  readonly sourceHash: string;
  /** Idempotency key of the request and the request's digest; undefined for a request without such a key. */
  readonly once: { readonly key: string; readonly digest: string } | undefined;
}

/** The fields of a backtest that never change. */
export type BacktestTerms = Pick<
  BacktestRecord,
  "strategy" | "params" | "symbols" | "interval" | "from" | "to" | "initial_cash" | "settings"
>;

/** The fields of a backtest that change. Times are market time; NaN means that the event has not occurred. */
export interface BacktestState {
  readonly status: BacktestRecord["status"];
  readonly progress: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly error: BacktestRecord["error"];
  readonly fingerprint: string | null;
}

/** A stored trade. Trades stored by older versions have no dates. */
export type StoredTrade = Omit<RunTrade, "entryDate" | "exitDate"> & Partial<Pick<RunTrade, "entryDate" | "exitDate">>;

/** The results of a completed backtest. */
export interface BacktestOutcome {
  readonly summary: Readonly<Record<string, number>>;
  readonly settings: RunSettings;
  readonly warnings: readonly string[];
  readonly fillHash: string;
  readonly fingerprint: string;
  readonly time: Float64Array;
  readonly date: Float64Array;
  readonly equity: Float64Array;
  readonly trades: readonly StoredTrade[];
}

/** A message from the thread of a backtest. */
export type BacktestMessage =
  | { readonly progress: number }
  /** Bytes of the result or of the report page. A later message says that all bytes were sent. */
  | { readonly piece: Uint8Array }
  | { readonly fingerprint: string }
  /**
   * Ends the report page. False if the page exceeds its limit or the run differs from the completed one. An empty page means that the
   * page's code was not built.
   */
  | { readonly page: boolean }
  /** Size in bytes of a result that exceeds its limit. */
  | { readonly tooLarge: number }
  | { readonly error: SentError };
