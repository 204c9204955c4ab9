import { RecordTable } from "../primitives/record-table.ts";
import { DAY_MS } from "../time/interval.ts";
import type { EquityCurve } from "./run-result.ts";

const TIME = 0;
const EQUITY = 1;
const CASH = 2;
const SESSION = 3;

/** Equity at every hooks phase. */
export class EquityTable extends RecordTable {
  /** Records at which something was held. */
  inMarket = 0;

  constructor() {
    super(4);
  }

  record(time: number, equity: number, cash: number, sessionClosed: boolean): void {
    const at = this.append();
    const rows = this.rows;
    rows[at + TIME] = time;
    rows[at + EQUITY] = equity;
    rows[at + CASH] = cash;
    rows[at + SESSION] = sessionClosed ? 1 : 0;
  }

  /** The curve; of the sessions that close on one UTC day the last one counts. */
  curve(): EquityCurve {
    const time = this.column(TIME);
    const closed = this.column(SESSION);
    const sessions = new Int32Array(time.length);
    let count = 0;
    let day = NaN;
    for (let i = 0; i < time.length; i++) {
      if (closed[i] === 0) continue;
      // A session that ends at midnight belongs to the day before.
      const of = Math.floor((time[i]! - 1) / DAY_MS);
      if (of === day) count--;
      day = of;
      sessions[count++] = i;
    }
    return { time, equity: this.column(EQUITY), cash: this.column(CASH), sessions: sessions.slice(0, count) };
  }
}
