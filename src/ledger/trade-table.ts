import { RecordTable } from "../primitives/record-table.ts";

/** Fields of a row; each row is one round trip. */
export const TRADE = {
  instrument: 0,
  /** 1 long, -1 short. */
  direction: 1,
  quantity: 2,
  entryTime: 3,
  entryPrice: 4,
  exitTime: 5,
  exitPrice: 6,
  /** Profit after commissions, in account currency. */
  pnl: 7,
  commission: 8,
  /** Value at entry in account currency, without commission. */
  entryValue: 9,
  entryBar: 10,
  exitBar: 11,
  entryOrder: 12,
  exitOrder: 13,
} as const;

/** Closed round trips, in order of exit. */
export class TradeTable extends RecordTable {
  constructor() {
    super(14);
  }
}
