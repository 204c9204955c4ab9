import type { MessagePort } from "node:worker_threads";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { RunTrade } from "../../engine/run-result.ts";
import type { ViewPhase } from "../../market/market-view.ts";
import type { SentError } from "../../research/executors/sent-error.ts";
import type { SharedData } from "../../research/executors/data-columns.ts";
import type { BacktestRecord } from "../../schemas/backtest.ts";

/** A strategy that clients may name, and the file that a thread loads it from. */
export interface ServedStrategy {
  readonly strategy: AnyStrategy;
  readonly file: string;
  readonly sourceHash: string;
  /** What the file exports: settings of backtests may name parts of the execution model among it. */
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** How backtests run: each in a thread of a process of its own. */
export interface BacktestThreads {
  /** Backtests that run at once. */
  readonly threads: number;
  /** What each thread runs, where that cannot be the compiled thread of this package. */
  readonly entry?: string;
  /** What each process runs, where that cannot be the compiled host of this package. */
  readonly host?: string;
  /** Options of Node for the processes and their threads; those of this process if left out. */
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
  /** Bytes that its outcome may have. */
  readonly mostBytes: number;
  /** The run whose report is still missing, where its outcome is stored already: only the page is wanted, and only of a run that equals it. */
  readonly pageOf?: { readonly fingerprint: string | null; readonly fillHash: string };
}

/** What a thread begins with: the port by which it gets what to run, and reports progress and outcome. */
export interface ThreadStart {
  readonly port: MessagePort;
}

/** A backtest as it was asked for: what it takes to run it, also after a restart. Times are market time, epoch milliseconds. */
export interface AskedBacktest {
  readonly keyId: string;
  /** Checksum of the recording that it runs over. */
  readonly recording: string;
  /** The session that it was asked for in. */
  readonly session: string;
  /** Where that session stood: bars that are over by then take part. */
  readonly createdAt: number;
  readonly phase: ViewPhase;
  readonly terms: BacktestTerms;
  /** Settings of the run, as far as they are not its defaults. */
  readonly settings: Partial<RunSettings>;
  readonly sourceHash: string;
  /** The request that began it, if it may be repeated. */
  readonly once: { readonly key: string; readonly digest: string } | undefined;
}

/** What is told of a backtest, besides how it stands. */
export type BacktestTerms = Pick<
  BacktestRecord,
  "strategy" | "params" | "symbols" | "interval" | "from" | "to" | "initial_cash" | "settings"
>;

/** How a backtest stands. Times are market time, NaN for what has not happened. */
export interface BacktestStanding {
  readonly status: BacktestRecord["status"];
  readonly progress: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly error: BacktestRecord["error"];
  readonly fingerprint: string | null;
}

/** Trades that an older version stored have no dates. */
export type StoredTrade = Omit<RunTrade, "entryDate" | "exitDate"> & Partial<Pick<RunTrade, "entryDate" | "exitDate">>;

/** What a finished backtest is asked for. */
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

/** What a thread says. */
export type BacktestMessage =
  | { readonly progress: number }
  /** Bytes of what is said next: of its outcome, or of the page of its report. */
  | { readonly piece: Uint8Array }
  | { readonly fingerprint: string }
  /** False where the page has more bytes than it may, or the run is not the one that it is wanted of. An empty page says that its code was not built. */
  | { readonly page: boolean }
  /** Its outcome has more bytes than it may. */
  | { readonly tooLarge: number }
  | { readonly error: SentError };
