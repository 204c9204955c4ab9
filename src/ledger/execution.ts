import type { Position } from "./position.ts";

/**
 * An execution to book. A run reuses one object for all its fills, since V8 would allocate for each number passed
 * to a call.
 */
export class Execution {
  position: Position;
  /** 1 for a buy, -1 for a sell. */
  sign: 1 | -1 = 1;
  quantity = 0.5;
  price = 0.5;
  /** Value of the fill in account currency, price × quantity × multiplier, as booked. */
  value = 0.5;
  commission = 0.5;
  /** Slippage per unit, in price; positive is a cost. */
  slippage = 0.5;
  ambiguous = false;
  time = 0.5;
  /** Index of the bar, index in `FILL_ATS`, and number of the note that explains the fill. */
  bar = 0;
  at = 0;
  note = 0;
  orderId = 0;

  constructor(position: Position) {
    this.position = position;
  }
}
