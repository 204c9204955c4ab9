import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Pieces } from "./backtest-host.ts";
import type { BacktestPart, BacktestTable } from "./backtest-table.ts";

/** Milliseconds after which a failed write is tried again. */
const WRITE_RETRY_MS = 1_000;

/** Number of writes after which SQLite's write-ahead log is moved into the database file. */
const WRITES_PER_CHECKPOINT = 4;

const NOTHING = new Uint8Array(0);

/** Writes and deletes the results of backtests piece by piece, so that the server answers requests between two pieces. */
export class PieceWriter {
  readonly #table: BacktestTable;
  /** Backtests whose pieces are being written. */
  readonly #beingWritten = new Set<number>();
  #writesSinceCheckpoint = 0;
  #isDeleting = false;
  /** Whether there may be more to delete than when the deletion began. */
  #hasMoreToDelete = false;
  #isClosed = false;

  constructor(table: BacktestTable) {
    this.#table = table;
  }

  /**
   * Writes the pieces of a result, then calls `finish`. Retries while the disk is full. Returns false if the result is no longer wanted or
   * the writer was closed. Throws if another program has locked the database.
   */
  async write(
    number: number,
    part: BacktestPart,
    pieces: Pieces,
    isWanted: () => boolean,
    finish: () => void,
  ): Promise<boolean> {
    this.#beingWritten.add(number);
    let isFinished = false;
    try {
      let start = totalBytes(pieces);
      // The first piece is written last, since without it the other pieces do not count. An empty piece means that there is no result.
      for (const piece of pieces.length === 0 ? [NOTHING] : pieces.toReversed()) {
        start -= piece.length;
        const place = start;
        if (!(await this.#tryWrite(isWanted, () => this.#table.addPiece(number, part, place, piece)))) return false;
      }
      isFinished = await this.#tryWrite(isWanted, finish);
      return isFinished;
    } finally {
      this.#beingWritten.delete(number);
      if (!isFinished) void this.deleteOrphans();
    }
  }

  /** Deletes the pieces of deleted backtests and of incomplete results. */
  async deleteOrphans(): Promise<void> {
    this.#hasMoreToDelete = true;
    if (this.#isDeleting) return;
    this.#isDeleting = true;
    while (this.#hasMoreToDelete && !this.#isClosed) {
      this.#hasMoreToDelete = false;
      try {
        for (const number of this.#table.orphans())
          while (await this.#canDelete(number)) if (!this.#table.deletePieces(number)) break;
      } catch {
        // The database is locked, or the disk is full. The next call tries again.
      }
    }
    this.#isDeleting = false;
  }

  /** Stops all writing. */
  close(): void {
    this.#isClosed = true;
  }

  async #tryWrite(isWanted: () => boolean, write: () => void): Promise<boolean> {
    for (;;) {
      await nextTurn();
      if (this.#isClosed || !isWanted()) return false;
      try {
        // Moving the log takes a turn of its own, so that requests are answered before and after.
        if (this.#writesSinceCheckpoint >= WRITES_PER_CHECKPOINT) {
          this.#writesSinceCheckpoint = 0;
          this.#table.checkpoint();
          continue;
        }
        write();
        this.#writesSinceCheckpoint++;
        return true;
      } catch (error) {
        if (isLocked(error)) throw error;
      }
      await sleep(WRITE_RETRY_MS, undefined, { ref: false });
    }
  }

  async #canDelete(number: number): Promise<boolean> {
    await nextTurn();
    return !this.#isClosed && !this.#beingWritten.has(number);
  }
}

export function totalBytes(pieces: Pieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Whether an error means that another program has locked the database. */
export function isLocked(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === "SQLITE_BUSY";
}
