import type { Position } from "./position.ts";

/**
 * One execution on its way into the books. There is one of these in a run, written anew for each fill: numbers that cross a call by themselves
 * would each be put in a box.
 */
export class Execution {
  position: Position;
  /** 1 for a buy, -1 for a sell. */
  sign: 1 | -1 = 1;
  quantity = 0.5;
  price = 0.5;
  /** Money of the fill, price × quantity × multiplier, as booked. */
  value = 0.5;
  commission = 0.5;
  /** Against the trader, per unit. */
  slippage = 0.5;
  ambiguous = false;
  time = 0.5;
  /** Index of the bar in which it happened, where in that bar, by its place in `FILL_ATS`, and the note of whoever filled it. */
  bar = 0;
  at = 0;
  note = 0;
  orderId = 0;

  constructor(position: Position) {
    this.position = position;
  }
}
