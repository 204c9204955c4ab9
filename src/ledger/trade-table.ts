import { RecordTable } from "../primitives/record-table.ts";

/** Indexes of the fields of a row, which is one round trip. */
export const TRADE = {
  instrument: 0,
  /** Direction: 1 for long, -1 for short. */
  direction: 1,
  quantity: 2,
  entryTime: 3,
  entryPrice: 4,
  exitTime: 5,
  exitPrice: 6,
  /** Profit after commissions, in account currency. */
  pnl: 7,
  commission: 8,
  /** Value at entry without commission, in account currency. */
  entryValue: 9,
  entryBar: 10,
  exitBar: 11,
  entryOrder: 12,
  exitOrder: 13,
} as const;

/** Table of closed round trips, in the sequence of their exits. */
export class TradeTable extends RecordTable {
  constructor() {
    super(14);
  }
}
