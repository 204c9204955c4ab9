import type { Timeline } from "../market/timeline.ts";
import type { Column } from "../primitives/column.ts";
import { RecordTable, type RecordTableState } from "../primitives/record-table.ts";
import { DAY_MS } from "../time/interval.ts";
import type { EquityCurve } from "./run-result.ts";

/** Records come by the million: chunks of 2^14. */
const CHUNK_BITS = 14;

/**
 * Equity at every hooks phase. Only equity is written each time; cash when it changed; when it was and whether a session closed is read
 * back from the timeline.
 */
export class EquityTable extends RecordTable {
  /** Number of the record, and cash from it on. */
  readonly #cash = new RecordTable(2);
  /** Cash at the last record. */
  lastCash = NaN;
  /** Moment of the first record; from it on every moment at which a bar or session closes has one. */
  #firstMoment = -1;
  /** Records at which something was held. */
  inMarket = 0;

  constructor() {
    super(1, CHUNK_BITS);
  }

  /** Cash is different from the next record on; `moment` is the one at hand. */
  noteCash(moment: number, cash: number): void {
    if (this.#firstMoment < 0) this.#firstMoment = moment;
    this.lastCash = cash;
    const at = this.#cash.append();
    this.#cash.rows[at] = this.length;
    this.#cash.rows[at + 1] = cash;
  }

  /** The curve; of the sessions that close on one UTC day the last one counts. */
  curve(timeline: Timeline): EquityCurve {
    const { length } = this;
    const time = new Float64Array(length);
    const sessions = new Int32Array(length);
    let record = 0;
    let count = 0;
    let day = -1;
    timeline.forEachBlock(this.#firstMoment, (block, start) => {
      for (let place = start; place < block.length && record < length; place++) {
        const { closing, sessionsClosing } = timeline.shapes[block.shape[place]!]!;
        if (closing.length + sessionsClosing.length === 0) continue;
        const now = block.time[place]!;
        if (sessionsClosing.length > 0) {
          // A session that ends at midnight belongs to the day before.
          const of = Math.floor((now - 1) / DAY_MS);
          if (of === day && count > 0) count--;
          day = of;
          sessions[count++] = record;
        }
        time[record++] = now;
      }
    });
    let cash: Column | undefined;
    const makeCash = () => (cash ??= this.#cashColumn());
    return Object.freeze({
      time,
      equity: this.column(0),
      sessions: count === length ? sessions : sessions.slice(0, count),
      /** Seldom asked for, so made when it is. */
      get cash() {
        return makeCash();
      },
    });
  }

  #cashColumn(): Float64Array {
    const column = new Float64Array(this.length);
    for (let change = 0; change < this.#cash.length; change++) {
      const end = change + 1 < this.#cash.length ? this.#cash.at(change + 1, 0) : column.length;
      column.fill(this.#cash.at(change, 1), this.#cash.at(change, 0), end);
    }
    return column;
  }

  save(): EquityTableState {
    return {
      equity: this.snapshot(),
      cash: this.#cash.snapshot(),
      lastCash: this.lastCash,
      firstMoment: this.#firstMoment,
      inMarket: this.inMarket,
    };
  }

  load(state: EquityTableState): void {
    this.restore(state.equity);
    this.#cash.restore(state.cash);
    this.lastCash = state.lastCash;
    this.#firstMoment = state.firstMoment;
    this.inMarket = state.inMarket;
  }
}

export interface EquityTableState {
  readonly equity: RecordTableState;
  readonly cash: RecordTableState;
  readonly lastCash: number;
  readonly firstMoment: number;
  readonly inMarket: number;
}
