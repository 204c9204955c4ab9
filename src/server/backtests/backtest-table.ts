import type { Statement } from "libsql";
import type { StateStore } from "../store/state-store.ts";
import type { AskedBacktest, BacktestOutcome, BacktestStanding } from "./backtest-spec.ts";
import { unpackOutcome } from "./packed-outcome.ts";

/** A backtest as it is kept. */
export interface StoredBacktest extends BacktestStanding {
  readonly number: number;
  readonly asked: AskedBacktest;
  /** Runs of it that have begun: where it has not ended, their servers did not stay alive. */
  readonly lost: number;
  /** When it ended by the real clock, NaN before, and bytes of what came of it. */
  readonly endedAt: number;
  readonly bytes: number;
}

interface Row {
  readonly number: number;
  readonly key: string;
  readonly recording: string;
  readonly session: string;
  readonly created_at: number;
  readonly phase: number;
  readonly asked: string;
  readonly once: string | null;
  readonly status: string;
  readonly progress: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly error: string | null;
  readonly fingerprint: string | null;
  readonly lost: number;
  readonly ended_at: number | null;
  readonly bytes: number | null;
}

/** The table of backtests. What it has written is on disk when it returns. */
export class BacktestTable {
  readonly #store: StateStore;
  readonly #all: Statement;
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #begun: Statement;
  readonly #end: Statement;
  readonly #keep: Statement;
  readonly #outcome: Statement;
  /** Pages of one outcome are read one after the other. */
  #lastRead: { readonly number: number; readonly outcome: BacktestOutcome } | undefined;

  constructor(store: StateStore) {
    const { database } = store;
    this.#store = store;
    this.#all = database.prepare(
      "SELECT number, key, recording, session, created_at, phase, asked, once, status, progress, started_at, finished_at, error, fingerprint, begun AS lost, ended_at, bytes FROM backtests LEFT JOIN backtest_ends USING (number) ORDER BY number",
    );
    this.#insert = database.prepare(
      "INSERT INTO backtests (key, recording, session, created_at, phase, asked, once, status, progress) VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0)",
    );
    this.#delete = database.prepare("DELETE FROM backtests WHERE number = ?");
    this.#begun = database.prepare("UPDATE backtests SET begun = ? WHERE number = ?");
    this.#end = database.prepare(
      "UPDATE backtests SET status = ?, progress = ?, started_at = ?, finished_at = ?, error = ?, fingerprint = ?, outcome = ? WHERE number = ?",
    );
    this.#keep = database.prepare("INSERT OR REPLACE INTO backtest_ends (number, ended_at, bytes) VALUES (?, ?, ?)");
    this.#outcome = database.prepare("SELECT outcome FROM backtests WHERE number = ?");
  }

  /** The oldest first. */
  all(): readonly StoredBacktest[] {
    return (this.#all.all() as Row[]).map(storedBacktest);
  }

  /** Puts one in line in place of another that is forgotten, if there is one to forget; its number. */
  add(asked: AskedBacktest, forgotten: number | undefined): number {
    const { keyId, recording, session, createdAt, phase, once, ...rest } = asked;
    const written = once === undefined ? null : JSON.stringify(once);
    return this.#store.transaction(() => {
      if (forgotten !== undefined) this.#delete.run(forgotten);
      const row = [keyId, recording, session, createdAt, phase, JSON.stringify(rest), written];
      return Number(this.#insert.run(...row).lastInsertRowid);
    });
  }

  /** Keeps how many runs of one have begun. */
  begun(number: number, begun: number): void {
    this.#store.patiently(() => this.#begun.run(begun, number));
  }

  /** Forgets one with all that came of it. */
  remove(number: number): void {
    this.#delete.run(number);
  }

  /** Lets the outcome go that was read last. */
  rest(): void {
    this.#lastRead = undefined;
  }

  /** Keeps how one has ended, when by the real clock, and what came of it. */
  end(number: number, standing: BacktestStanding, endedAt: number, outcome: Buffer | null): void {
    const { status, progress, startedAt, finishedAt, error, fingerprint } = standing;
    const problem = error === null ? null : JSON.stringify(error);
    const times = [orNull(startedAt), orNull(finishedAt)];
    this.#store.patiently(() =>
      this.#store.transaction(() => {
        this.#end.run(status, progress, ...times, problem, fingerprint, outcome, number);
        this.#keep.run(number, endedAt, outcome?.length ?? 0);
      }),
    );
  }

  /** What came of one that is completed. */
  outcome(number: number): BacktestOutcome {
    if (this.#lastRead?.number !== number) {
      const { outcome } = this.#outcome.get(number) as { readonly outcome: Uint8Array };
      this.#lastRead = { number, outcome: unpackOutcome(outcome) };
    }
    return this.#lastRead.outcome;
  }
}

function storedBacktest(row: Row): StoredBacktest {
  const asked = {
    keyId: row.key,
    recording: row.recording,
    session: row.session,
    createdAt: row.created_at,
    phase: row.phase,
    once: row.once === null ? undefined : (JSON.parse(row.once) as AskedBacktest["once"]),
    ...(JSON.parse(row.asked) as Pick<AskedBacktest, "terms" | "settings" | "sourceHash">),
  } as AskedBacktest;
  return {
    number: row.number,
    asked,
    status: row.status as BacktestStanding["status"],
    progress: row.progress,
    startedAt: row.started_at ?? NaN,
    finishedAt: row.finished_at ?? NaN,
    error: row.error === null ? null : (JSON.parse(row.error) as BacktestStanding["error"]),
    fingerprint: row.fingerprint,
    lost: row.lost,
    endedAt: row.ended_at ?? NaN,
    bytes: row.bytes ?? 0,
  };
}

function orNull(instant: number): number | null {
  return Number.isNaN(instant) ? null : instant;
}
