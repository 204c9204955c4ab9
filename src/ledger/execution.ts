import type { Position } from "./position.ts";

/**
 * Fill to be booked. A run reuses one object for all its fills, since V8 would allocate memory for each number passed
 * to a call.
 */
export class Execution {
  position: Position;
  /** Side of the fill: 1 for a buy, -1 for a sell. */
  sign: 1 | -1 = 1;
  quantity = 0.5;
  price = 0.5;
  /** Value of the fill in account currency, rounded as when booked: price × quantity × multiplier. */
  value = 0.5;
  commission = 0.5;
  /** Slippage per unit, as a price difference. Positive slippage is a cost. */
  slippage = 0.5;
  ambiguous = false;
  time = 0.5;
  /** Index of the bar, index of the place in `FILL_ATS`, and number of the note that explains the fill. */
  bar = 0;
  at = 0;
  note = 0;
  orderId = 0;

  constructor(position: Position) {
    this.position = position;
  }
}
