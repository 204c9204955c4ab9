import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Pieces } from "./backtest-host.ts";
import type { BacktestPart, BacktestTable } from "./backtest-table.ts";

/** Milliseconds after which what could not be written is tried again. */
const WRITE_AGAIN_MS = 1_000;

/** Pieces after which they are moved into their place in the file. */
const SETTLED_AT_ONCE = 4;

const NOTHING = new Uint8Array(0);

/** Writes and deletes what came of backtests, a piece at a time: others are answered in between. */
export class PieceWriter {
  readonly #table: BacktestTable;
  /** Backtests whose pieces are being written. */
  readonly #numbers = new Set<number>();
  #unsettled = 0;
  #isClearing = false;
  #isClosed = false;

  constructor(table: BacktestTable) {
    this.#table = table;
  }

  /**
   * Writes pieces of one, and then what is to be written with them. Where the disk is full it is tried again and again. False where it was not wanted any more
   * or the writer was closed before. Throws where another program has the state locked.
   */
  async write(
    number: number,
    part: BacktestPart,
    pieces: Pieces,
    isWanted: () => boolean,
    finish: () => void,
  ): Promise<boolean> {
    this.#numbers.add(number);
    try {
      let start = sizeOf(pieces);
      // The first comes last: without it there are none. One without bytes says that there will be none.
      for (const piece of pieces.length === 0 ? [NOTHING] : pieces.toReversed()) {
        start -= piece.length;
        const place = start;
        if (!(await this.#written(isWanted, () => this.#table.addPiece(number, part, place, piece)))) return false;
      }
      return await this.#written(isWanted, finish);
    } finally {
      this.#numbers.delete(number);
    }
  }

  /** Deletes what was written of those that are forgotten or did not come to their end. */
  async clear(): Promise<void> {
    if (this.#isClearing || this.#isClosed) return;
    this.#isClearing = true;
    try {
      for (const number of this.#table.unneeded())
        while (await this.#mayClear(number)) if (!this.#table.deletePieces(number)) break;
    } catch {
      // A state that is locked or full keeps it until the next time.
    }
    this.#isClearing = false;
  }

  /** Nothing is written from here on. */
  close(): void {
    this.#isClosed = true;
  }

  async #written(isWanted: () => boolean, write: () => void): Promise<boolean> {
    for (;;) {
      await nextTurn();
      if (this.#isClosed || !isWanted()) return false;
      try {
        // After many pieces, in a turn of its own.
        if (this.#unsettled >= SETTLED_AT_ONCE) {
          this.#unsettled = 0;
          this.#table.settle();
          continue;
        }
        write();
        this.#unsettled++;
        return true;
      } catch (error) {
        if (isLocked(error)) throw error;
      }
      await sleep(WRITE_AGAIN_MS, undefined, { ref: false });
    }
  }

  async #mayClear(number: number): Promise<boolean> {
    await nextTurn();
    return !this.#isClosed && !this.#numbers.has(number);
  }
}

export function sizeOf(pieces: Pieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Whether another program has the state locked. */
export function isLocked(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === "SQLITE_BUSY";
}
