import type { MessagePort } from "node:worker_threads";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { RunTrade } from "../../engine/run-result.ts";
import type { ViewPhase } from "../../market/market-view.ts";
import type { SentError } from "../../research/executors/sent-error.ts";
import type { SharedData } from "../../research/executors/data-columns.ts";
import type { BacktestRecord } from "../../schemas/backtest.ts";

/** A strategy that clients may name, and the file from which threads load it. */
export interface ServedStrategy {
  readonly strategy: AnyStrategy;
  readonly file: string;
  readonly sourceHash: string;
  /** Exports of the file. Settings of backtests may name execution model parts among them. */
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** How backtests run: each in its own thread of a separate process. */
export interface BacktestThreads {
  /** Backtests that run at the same time. */
  readonly threads: number;
  /** Program of each thread; by default the compiled thread of this package. */
  readonly entry?: string;
  /** Program of each process; by default the compiled host of this package. */
  readonly host?: string;
  /** Node options of the processes and their threads; by default those of this process. */
  readonly execArgv?: readonly string[];
  /** URL of a module whose `importModule` loads strategies that Node alone cannot load. */
  readonly loader?: string;
}

/** Input of a thread. */
export interface BacktestSpec {
  readonly strategy: string;
  readonly file: string;
  readonly sourceHash: string;
  readonly loader: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Partial<RunSettings>;
  readonly data: SharedData;
  /** Maximum bytes of the outcome. */
  readonly maxBytes: number;
  /** Set for a completed run without a report page: then only the page is made, and only if the new run equals the completed one. */
  readonly pageOf?: { readonly fingerprint: string | null; readonly fillHash: string };
}

/** Start data of a thread: the port on which it receives its input and sends its messages. */
export interface ThreadStart {
  readonly port: MessagePort;
}

/** A submitted backtest: everything needed to run it, also after a restart. Times are market time in epoch milliseconds. */
export interface RequestedBacktest {
  readonly keyId: string;
  /** Checksum of the recording to run over. */
  readonly recording: string;
  /** Session in which it was submitted. */
  readonly session: string;
  /** Time of that session at submission. The backtest uses the bars that had closed by then. */
  readonly createdAt: number;
  readonly phase: ViewPhase;
  readonly terms: BacktestTerms;
  /** Settings that differ from the defaults. */
  readonly settings: Partial<RunSettings>;
  readonly sourceHash: string;
  /** Idempotency key and digest of the request, if it had a key. */
  readonly once: { readonly key: string; readonly digest: string } | undefined;
}

/** The part of a backtest's record that does not change. */
export type BacktestTerms = Pick<
  BacktestRecord,
  "strategy" | "params" | "symbols" | "interval" | "from" | "to" | "initial_cash" | "settings"
>;

/** The part of a backtest's record that changes. Times are market time; NaN for events that have not occurred. */
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

/** A message from a thread. */
export type BacktestMessage =
  | { readonly progress: number }
  /** Bytes of the outcome or report page that the next message completes. */
  | { readonly piece: Uint8Array }
  | { readonly fingerprint: string }
  /**
   * False if the page exceeds its limit or the run differs from the completed one. An empty page means that the page's code was not built.
   */
  | { readonly page: boolean }
  /** Size in bytes of an outcome that exceeds its limit. */
  | { readonly tooLarge: number }
  | { readonly error: SentError };
