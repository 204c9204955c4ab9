import type { Statement } from "libsql";
import type { StateStore } from "../store/state-store.ts";
import type { RequestedBacktest, BacktestState } from "./backtest-spec.ts";
import type { PageState } from "./turns.ts";
import { legacyPage, PackedOutcome, repackLegacyOutcome, unpackPage } from "./packed-outcome.ts";

/** A backtest as it is stored. */
export interface StoredBacktest extends BacktestState {
  readonly number: number;
  readonly request: RequestedBacktest;
  /** Number of runs that were started and did not end, since the server died. */
  readonly lostRuns: number;
  /** Real time at which the backtest ended (NaN before that), and the size of its result in bytes. */
  readonly endedAt: number;
  readonly bytes: number;
  readonly page: PageState;
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
  readonly page: PageState;
}

/** The stored parts of a backtest's result: the outcome of the run, and the report page. */
export type BacktestPart = "outcome" | "page";

/** Number of pieces deleted at once. It is small, since SQLite overwrites the bytes of deleted pieces. */
const PIECES_PER_DELETE = 2;

/** State of a backtest's report page. Outcomes stored by older versions contain their page. */
const PAGE_STATE = `iif(
  status <> 'completed', 'none',
  iif(
    outcome IS NULL AND NOT EXISTS (SELECT 1 FROM backtest_pieces AS page WHERE page.number = backtests.number AND part = 'page' AND start = 0),
    'pending', 'final'
  )
)`;

/** The database table of backtests. When its methods return, their writes are on disk. */
export class BacktestTable {
  readonly #store: StateStore;
  readonly #all: Statement;
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #setStarts: Statement;
  readonly #end: Statement;
  readonly #recordEnd: Statement;
  readonly #legacyOutcome: Statement;
  readonly #addPiece: Statement;
  readonly #pieces: Statement;
  readonly #addBytes: Statement;
  readonly #orphans: Statement;
  readonly #deletePieces: Statement;
  /** The last outcome of an older version that was read. It is kept, since clients read the pages of a list one after another. */
  #lastRead: { readonly number: number; readonly outcome: Uint8Array } | undefined;

  constructor(store: StateStore) {
    const { database } = store;
    this.#store = store;
    this.#all = database.prepare(
      `SELECT number, key, recording, session, created_at, phase, asked, once, status, progress, started_at, finished_at, error, fingerprint, begun AS lost, ended_at, bytes, ${PAGE_STATE} AS page FROM backtests LEFT JOIN backtest_ends USING (number) ORDER BY number`,
    );
    this.#insert = database.prepare(
      "INSERT INTO backtests (key, recording, session, created_at, phase, asked, once, status, progress) VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0)",
    );
    this.#delete = database.prepare("DELETE FROM backtests WHERE number = ?");
    this.#setStarts = database.prepare("UPDATE backtests SET begun = ? WHERE number = ?");
    this.#end = database.prepare(
      "UPDATE backtests SET status = ?, progress = ?, started_at = ?, finished_at = ?, error = ?, fingerprint = ?, begun = min(begun, 1) WHERE number = ?",
    );
    this.#recordEnd = database.prepare(
      "INSERT OR REPLACE INTO backtest_ends (number, ended_at, bytes) VALUES (?, ?, ?)",
    );
    this.#legacyOutcome = database.prepare("SELECT outcome FROM backtests WHERE number = ? AND outcome IS NOT NULL");
    this.#addPiece = database.prepare(
      "INSERT OR REPLACE INTO backtest_pieces (number, part, start, bytes) VALUES (?, ?, ?, ?)",
    );
    this.#pieces = database.prepare(
      "SELECT start, bytes FROM backtest_pieces WHERE number = ? AND part = ? AND start < ? AND start + length(bytes) > ? ORDER BY start",
    );
    this.#addBytes = database.prepare("UPDATE backtest_ends SET bytes = bytes + ? WHERE number = ?");
    this.#orphans = database.prepare(
      "SELECT DISTINCT number FROM backtest_pieces WHERE number NOT IN (SELECT number FROM backtests WHERE status = 'completed')",
    );
    this.#deletePieces = database.prepare(
      "DELETE FROM backtest_pieces WHERE rowid IN (SELECT rowid FROM backtest_pieces WHERE number = ? LIMIT ?)",
    );
  }

  /** Returns all backtests, oldest first. */
  all(): readonly StoredBacktest[] {
    return (this.#all.all() as Row[]).map(storedBacktest);
  }

  /** Inserts a backtest, and deletes the backtest `removed`, if given, to make room. Returns the number of the new backtest. */
  add(request: RequestedBacktest, removed: number | undefined): number {
    const { keyId, recording, session, createdAt, phase, once, ...rest } = request;
    const written = once === undefined ? null : JSON.stringify(once);
    return this.#store.transaction(() => {
      if (removed !== undefined) this.#delete.run(removed);
      const row = [keyId, recording, session, createdAt, phase, JSON.stringify(rest), written];
      return Number(this.#insert.run(...row).lastInsertRowid);
    });
  }

  /** Stores how many runs of a backtest were started. */
  setStarts(number: number, starts: number): void {
    this.#store.withLongerLockWait(() => this.#setStarts.run(starts, number));
  }

  /** Deletes a backtest. Its pieces stay until the next cleanup. */
  remove(number: number): void {
    this.#delete.run(number);
  }

  /** Releases the memory of the outcome that was read last. */
  releaseLastRead(): void {
    this.#lastRead = undefined;
  }

  /**
   * Stores how a backtest ended, when it ended in real time, and the size of its result. The count of started runs becomes one, since the
   * process still makes the report page.
   */
  end(number: number, state: BacktestState, endedAt: number, bytes: number): void {
    const { status, progress, startedAt, finishedAt, error, fingerprint } = state;
    const problem = error === null ? null : JSON.stringify(error);
    const times = [numberOrNull(startedAt), numberOrNull(finishedAt)];
    this.#store.withLongerLockWait(() =>
      this.#store.transaction(() => {
        this.#end.run(status, progress, ...times, problem, fingerprint, number);
        this.#recordEnd.run(number, endedAt, bytes);
      }),
    );
  }

  /** Stores a piece of the outcome or of the report page. */
  addPiece(number: number, part: BacktestPart, start: number, { buffer, byteOffset, byteLength }: Uint8Array): void {
    // SQLite's library accepts only a Buffer.
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#store.withLongerLockWait(() => this.#addPiece.run(number, part, start, bytes));
  }

  /** Moves committed pieces from SQLite's write-ahead log into the database file. */
  checkpoint(): void {
    this.#store.checkpoint();
  }

  /** Adds the size of bytes that were stored after a backtest's end. */
  addBytes(number: number, bytes: number): void {
    this.#store.withLongerLockWait(() => this.#addBytes.run(bytes, number));
  }

  /** Returns the numbers of backtests with pieces that are no longer needed. */
  orphans(): readonly number[] {
    return (this.#orphans.all() as { readonly number: number }[]).map(({ number }) => number);
  }

  /** Deletes some pieces of a backtest. Returns whether there were any to delete. */
  deletePieces(number: number): boolean {
    return this.#deletePieces.run(number, PIECES_PER_DELETE).changes > 0;
  }

  /** Returns the packed outcome of a completed backtest. */
  outcome(number: number): PackedOutcome {
    const legacy = this.#readLegacyOutcome(number);
    if (legacy !== undefined) return new PackedOutcome((from, to) => legacy.subarray(from, to));
    return new PackedOutcome((from, to) => this.#bytes(number, "outcome", from, to));
  }

  /** Returns the report page of a backtest. It is empty if the page's code was not built, and undefined if there is no page. */
  async page(number: number): Promise<Buffer | undefined> {
    const stored = this.#legacyOutcome.get(number) as { readonly outcome: Uint8Array } | undefined;
    if (stored !== undefined) return Buffer.from(legacyPage(stored.outcome) ?? "");
    const packed = this.#bytes(number, "page", 0, Number.MAX_SAFE_INTEGER);
    return packed.length === 0 ? undefined : unpackPage(packed);
  }

  /** Returns the stored bytes of a range; no bytes if no stored piece begins where the range begins. */
  #bytes(number: number, part: BacktestPart, from: number, to: number): Uint8Array {
    const pieces = this.#pieces.all(number, part, to, from) as {
      readonly start: number;
      readonly bytes: ArrayBuffer;
    }[];
    const begin = pieces[0]?.start ?? Infinity;
    if (begin > from) return Buffer.alloc(0);
    return Buffer.concat(pieces.map(({ bytes }) => new Uint8Array(bytes))).subarray(from - begin, to - begin);
  }

  #readLegacyOutcome(number: number): Uint8Array | undefined {
    if (this.#lastRead?.number !== number) {
      const stored = this.#legacyOutcome.get(number) as { readonly outcome: Uint8Array } | undefined;
      if (stored === undefined) return undefined;
      this.#lastRead = { number, outcome: repackLegacyOutcome(stored.outcome) };
    }
    return this.#lastRead.outcome;
  }
}

function storedBacktest(row: Row): StoredBacktest {
  const request = {
    keyId: row.key,
    recording: row.recording,
    session: row.session,
    createdAt: row.created_at,
    phase: row.phase,
    once: row.once === null ? undefined : (JSON.parse(row.once) as RequestedBacktest["once"]),
    ...(JSON.parse(row.asked) as Pick<RequestedBacktest, "terms" | "settings" | "sourceHash">),
  } as RequestedBacktest;
  return {
    number: row.number,
    request,
    status: row.status as BacktestState["status"],
    progress: row.progress,
    startedAt: row.started_at ?? NaN,
    finishedAt: row.finished_at ?? NaN,
    error: row.error === null ? null : (JSON.parse(row.error) as BacktestState["error"]),
    fingerprint: row.fingerprint,
    lostRuns: row.lost,
    endedAt: row.ended_at ?? NaN,
    bytes: row.bytes ?? 0,
    page: row.page,
  };
}

function numberOrNull(instant: number): number | null {
  return Number.isNaN(instant) ? null : instant;
}
