import type { Statement } from "libsql";
import type { StateStore } from "../store/state-store.ts";
import type { AskedBacktest, BacktestStanding } from "./backtest-spec.ts";
import type { PageStanding } from "./turns.ts";
import { olderPage, PackedOutcome, repackOutcome, unpackPage } from "./packed-outcome.ts";

/** A backtest as it is kept. */
export interface StoredBacktest extends BacktestStanding {
  readonly number: number;
  readonly asked: AskedBacktest;
  /** Runs of it that have begun: where it has not ended, their servers did not stay alive. */
  readonly lost: number;
  /** When it ended by the real clock, NaN before, and bytes of what came of it. */
  readonly endedAt: number;
  readonly bytes: number;
  readonly page: PageStanding;
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
  readonly page: PageStanding;
}

/** What came of a backtest, in bytes. */
export type BacktestPart = "outcome" | "page";

/** Pieces that are deleted at once: what was in them is overwritten. */
const DELETED_AT_ONCE = 2;

/** Whether the page of one that is completed is missing. Outcomes of older versions have theirs with them. */
const PAGE_STANDING = `iif(
  status <> 'completed', 'none',
  iif(
    outcome IS NULL AND NOT EXISTS (SELECT 1 FROM backtest_pieces AS page WHERE page.number = backtests.number AND part = 'page' AND start = 0),
    'waits', 'settled'
  )
)`;

/** The table of backtests. What it has written is on disk when it returns. */
export class BacktestTable {
  readonly #store: StateStore;
  readonly #all: Statement;
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #begun: Statement;
  readonly #end: Statement;
  readonly #keep: Statement;
  readonly #older: Statement;
  readonly #addPiece: Statement;
  readonly #pieces: Statement;
  readonly #addBytes: Statement;
  readonly #unneeded: Statement;
  readonly #deletePieces: Statement;
  /** Pages of an outcome of an older version are read one after the other. */
  #lastRead: { readonly number: number; readonly outcome: Uint8Array } | undefined;

  constructor(store: StateStore) {
    const { database } = store;
    this.#store = store;
    this.#all = database.prepare(
      `SELECT number, key, recording, session, created_at, phase, asked, once, status, progress, started_at, finished_at, error, fingerprint, begun AS lost, ended_at, bytes, ${PAGE_STANDING} AS page FROM backtests LEFT JOIN backtest_ends USING (number) ORDER BY number`,
    );
    this.#insert = database.prepare(
      "INSERT INTO backtests (key, recording, session, created_at, phase, asked, once, status, progress) VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0)",
    );
    this.#delete = database.prepare("DELETE FROM backtests WHERE number = ?");
    this.#begun = database.prepare("UPDATE backtests SET begun = ? WHERE number = ?");
    this.#end = database.prepare(
      "UPDATE backtests SET status = ?, progress = ?, started_at = ?, finished_at = ?, error = ?, fingerprint = ?, begun = min(begun, 1) WHERE number = ?",
    );
    this.#keep = database.prepare("INSERT OR REPLACE INTO backtest_ends (number, ended_at, bytes) VALUES (?, ?, ?)");
    this.#older = database.prepare("SELECT outcome FROM backtests WHERE number = ? AND outcome IS NOT NULL");
    this.#addPiece = database.prepare(
      "INSERT OR REPLACE INTO backtest_pieces (number, part, start, bytes) VALUES (?, ?, ?, ?)",
    );
    this.#pieces = database.prepare(
      "SELECT start, bytes FROM backtest_pieces WHERE number = ? AND part = ? AND start < ? AND start + length(bytes) > ? ORDER BY start",
    );
    this.#addBytes = database.prepare("UPDATE backtest_ends SET bytes = bytes + ? WHERE number = ?");
    this.#unneeded = database.prepare(
      "SELECT DISTINCT number FROM backtest_pieces WHERE number NOT IN (SELECT number FROM backtests WHERE status = 'completed')",
    );
    this.#deletePieces = database.prepare(
      "DELETE FROM backtest_pieces WHERE rowid IN (SELECT rowid FROM backtest_pieces WHERE number = ? LIMIT ?)",
    );
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

  /** Forgets one. What came of it is not needed any more. */
  remove(number: number): void {
    this.#delete.run(number);
  }

  /** Lets the outcome go that was read last. */
  rest(): void {
    this.#lastRead = undefined;
  }

  /**
   * Keeps how one has ended, when by the real clock, and of how many bytes what came of it is. Of its beginnings one counts from here on: its process still
   * makes the page.
   */
  end(number: number, standing: BacktestStanding, endedAt: number, bytes: number): void {
    const { status, progress, startedAt, finishedAt, error, fingerprint } = standing;
    const problem = error === null ? null : JSON.stringify(error);
    const times = [orNull(startedAt), orNull(finishedAt)];
    this.#store.patiently(() =>
      this.#store.transaction(() => {
        this.#end.run(status, progress, ...times, problem, fingerprint, number);
        this.#keep.run(number, endedAt, bytes);
      }),
    );
  }

  /** Keeps bytes of one. */
  addPiece(number: number, part: BacktestPart, start: number, { buffer, byteOffset, byteLength }: Uint8Array): void {
    // The database takes a Buffer alone.
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#store.patiently(() => this.#addPiece.run(number, part, start, bytes));
  }

  /** Moves pieces into their place in the file. */
  settle(): void {
    this.#store.settle();
  }

  /** Counts bytes that came after the end of one. */
  addBytes(number: number, bytes: number): void {
    this.#store.patiently(() => this.#addBytes.run(bytes, number));
  }

  /** Those of which there are pieces that nothing needs. */
  unneeded(): readonly number[] {
    return (this.#unneeded.all() as { readonly number: number }[]).map(({ number }) => number);
  }

  /** Deletes some pieces of one; whether there were any. */
  deletePieces(number: number): boolean {
    return this.#deletePieces.run(number, DELETED_AT_ONCE).changes > 0;
  }

  /** What came of one that is completed. */
  outcome(number: number): PackedOutcome {
    const older = this.#olderOutcome(number);
    if (older !== undefined) return new PackedOutcome((from, to) => older.subarray(from, to));
    return new PackedOutcome((from, to) => this.#bytes(number, "outcome", from, to));
  }

  /** The page of one, empty where its code was not built; undefined where it was not made. */
  async page(number: number): Promise<Buffer | undefined> {
    const stored = this.#older.get(number) as { readonly outcome: Uint8Array } | undefined;
    if (stored !== undefined) return Buffer.from(olderPage(stored.outcome) ?? "");
    const packed = this.#bytes(number, "page", 0, Number.MAX_SAFE_INTEGER);
    return packed.length === 0 ? undefined : unpackPage(packed);
  }

  /** Bytes from a place to another; none where they do not begin. */
  #bytes(number: number, part: BacktestPart, from: number, to: number): Uint8Array {
    const pieces = this.#pieces.all(number, part, to, from) as {
      readonly start: number;
      readonly bytes: ArrayBuffer;
    }[];
    const begin = pieces[0]?.start ?? Infinity;
    if (begin > from) return Buffer.alloc(0);
    return Buffer.concat(pieces.map(({ bytes }) => new Uint8Array(bytes))).subarray(from - begin, to - begin);
  }

  #olderOutcome(number: number): Uint8Array | undefined {
    if (this.#lastRead?.number !== number) {
      const stored = this.#older.get(number) as { readonly outcome: Uint8Array } | undefined;
      if (stored === undefined) return undefined;
      this.#lastRead = { number, outcome: repackOutcome(stored.outcome) };
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
    page: row.page,
  };
}

function orNull(instant: number): number | null {
  return Number.isNaN(instant) ? null : instant;
}
