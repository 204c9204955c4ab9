import type { Instrument } from "../market/instrument.ts";
import { decimal, snapToStep } from "../primitives/rounding.ts";
import type { Direction } from "./records.ts";

/** What was bought (or sold short) in one fill and is still held: first in, first out. */
export interface Lot {
  /** Units still open, always positive. */
  quantity: number;
  price: number;
  /** What these units cost (or, short, brought) in account currency, without commission. */
  value: number;
  /** Commission that belongs to these units. */
  commission: number;
  time: number;
  /** Index of the bar in which it was filled. */
  bar: number;
  /** Order that opened it. */
  orderId: number;
}

/** Of most instruments nothing is ever held. */
const NO_LOTS: Lot[] = [];

/** What is held of one instrument. */
export class Position {
  readonly instrument: Instrument;
  /** Index of the instrument in the run, which is its place in sorted order. */
  readonly index: number;
  /** Units of currency that one point of price is worth, for one unit. */
  multiplier: number;
  /** Units held; negative for a short position. */
  quantity = 0;
  /** Profit of what was closed, before and after commissions. */
  realizedGross = 0;
  realizedNet = 0;
  #lots = NO_LOTS;
  #first = 0;
  #count = 0;

  constructor(instrument: Instrument, index: number) {
    this.instrument = instrument;
    this.multiplier = instrument.multiplier;
    this.index = index;
  }

  get direction(): Direction {
    return this.quantity > 0 ? "long" : this.quantity < 0 ? "short" : "flat";
  }

  /** Mean entry price of the open units; 0 when flat. */
  get averagePrice(): number {
    let quantity = 0;
    let value = 0;
    for (let i = 0; i < this.#count; i++) {
      const lot = this.lot(i);
      quantity += lot.quantity;
      value += lot.quantity * lot.price;
    }
    return quantity === 0 ? 0 : value / quantity;
  }

  /** What the open units cost (or brought) in account currency, commissions left out. */
  get costBasis(): number {
    let value = 0;
    for (let i = 0; i < this.#count; i++) value += this.lot(i).value;
    return value;
  }

  /** Commissions paid to enter what is still open. */
  get openCommission(): number {
    let commission = 0;
    for (let i = 0; i < this.#count; i++) commission += this.lot(i).commission;
    return commission;
  }

  get lots(): number {
    return this.#count;
  }

  /** The open lots, oldest first. */
  lot(index: number): Lot {
    return this.#lots[this.#place(index)]!;
  }

  #place(index: number): number {
    const at = this.#first + index;
    return at < this.#lots.length ? at : at - this.#lots.length;
  }

  /** Puts the lot that an order opened before all others, so that it is the next to be closed. */
  bringForward(orderId: number): void {
    let index = this.#count - 1;
    while (index > 0 && this.lot(index).orderId !== orderId) index--;
    for (; index > 0; index--) {
      const lot = this.lot(index);
      this.#lots[this.#place(index)] = this.lot(index - 1);
      this.#lots[this.#place(index - 1)] = lot;
    }
  }

  /** A lot behind the youngest, for the caller to fill in. */
  pushLot(): Lot {
    if (this.#count === this.#lots.length) this.#grow();
    return this.lot(this.#count++);
  }

  dropOldestLot(): void {
    this.#first = this.#first + 1 < this.#lots.length ? this.#first + 1 : 0;
    this.#count--;
  }

  /** States the lots in units after a split: what they cost stays. */
  scale(ratio: number): void {
    const { lot: step } = this.instrument;
    this.quantity = decimal(snapToStep(this.quantity * ratio, step));
    for (let i = 0; i < this.#count; i++) {
      const lot = this.lot(i);
      lot.quantity = decimal(snapToStep(lot.quantity * ratio, step));
      lot.price = decimal(lot.price / ratio);
    }
  }

  /** Slots are reused: a queue that empties and fills again on every trade must not allocate. */
  #grow(): void {
    const length = Math.max(2, 2 * this.#count);
    this.#lots = Array.from({ length }, (_, i) => (i < this.#count ? this.lot(i) : emptyLot()));
    this.#first = 0;
  }

  snapshot(): PositionState {
    return {
      quantity: this.quantity,
      realizedGross: this.realizedGross,
      realizedNet: this.realizedNet,
      lots: Array.from({ length: this.#count }, (_, i) => ({ ...this.lot(i) })),
    };
  }

  restore(state: PositionState): void {
    this.quantity = state.quantity;
    this.realizedGross = state.realizedGross;
    this.realizedNet = state.realizedNet;
    this.#count = 0;
    for (const lot of state.lots) Object.assign(this.pushLot(), lot);
  }
}

export interface PositionState {
  readonly quantity: number;
  readonly realizedGross: number;
  readonly realizedNet: number;
  readonly lots: readonly Lot[];
}

/** Fractions, so that the fields hold doubles from the first and are never given another shape. */
function emptyLot(): Lot {
  return { quantity: 0.5, price: 0.5, value: 0.5, commission: 0.5, time: 0.5, bar: 0, orderId: 0 };
}
