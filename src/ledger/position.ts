import type { Instrument } from "../market/instrument.ts";
import { withoutBinaryNoise, snapToStep } from "../primitives/rounding.ts";
import type { Direction } from "./records.ts";

/** Units of one fill that are still open. Lots close first in, first out. */
export interface Lot {
  /** Number of units that are still open, always positive. */
  quantity: number;
  price: number;
  /** Cost of the open units in account currency, without commission. For a short lot, their proceeds. */
  value: number;
  /** Commission of the entry that the open units bear. */
  commission: number;
  time: number;
  /** Index of the bar in which the lot was opened. */
  bar: number;
  /** Id of the order that opened the lot. */
  orderId: number;
}

/** Empty list that positions share until they hold units for the first time; most never do. */
const NO_LOTS: Lot[] = [];

/** The position in one instrument. */
export class Position {
  readonly instrument: Instrument;
  /** Index of the instrument among those of the run, sorted by symbol. */
  readonly index: number;
  /** Value of one point of price for one unit, in account currency. */
  multiplier: number;
  /** Number of units held; negative for a short position. */
  quantity = 0;
  /** Realized profit before and after commissions, in account currency. */
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

  /** Average entry price of the open units; 0 when flat. */
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

  /** Cost of the open units in account currency, without commissions. For a short position, their proceeds. */
  get costBasis(): number {
    let value = 0;
    for (let i = 0; i < this.#count; i++) value += this.lot(i).value;
    return value;
  }

  /** Entry commissions that the open units bear. */
  get openCommission(): number {
    let commission = 0;
    for (let i = 0; i < this.#count; i++) commission += this.lot(i).commission;
    return commission;
  }

  get lots(): number {
    return this.#count;
  }

  /** Returns an open lot by its index, from the oldest on. */
  lot(index: number): Lot {
    return this.#lots[this.#place(index)]!;
  }

  #place(index: number): number {
    const at = this.#first + index;
    return at < this.#lots.length ? at : at - this.#lots.length;
  }

  /** Moves the lot of an order to the front, so that it closes next. */
  moveToFront(orderId: number): void {
    let index = this.#count - 1;
    while (index > 0 && this.lot(index).orderId !== orderId) index--;
    for (; index > 0; index--) {
      const lot = this.lot(index);
      this.#lots[this.#place(index)] = this.lot(index - 1);
      this.#lots[this.#place(index - 1)] = lot;
    }
  }

  /** Appends a lot and returns it, so that the caller can fill it in. */
  pushLot(): Lot {
    if (this.#count === this.#lots.length) this.#grow();
    return this.lot(this.#count++);
  }

  dropOldestLot(): void {
    this.#first = this.#first + 1 < this.#lots.length ? this.#first + 1 : 0;
    this.#count--;
  }

  /** Converts quantities and prices to the units after a split. The cost of the lots does not change. */
  scale(ratio: number): void {
    const { lot: step } = this.instrument;
    this.quantity = withoutBinaryNoise(snapToStep(this.quantity * ratio, step));
    for (let i = 0; i < this.#count; i++) {
      const lot = this.lot(i);
      lot.quantity = withoutBinaryNoise(snapToStep(lot.quantity * ratio, step));
      lot.price = withoutBinaryNoise(lot.price / ratio);
    }
  }

  /** Doubles the number of lot objects. Lots are reused, so that opening and closing trades allocates no memory. */
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

/** Creates a lot. V8 stores its fields as doubles from the start, since their first values are fractions. */
function emptyLot(): Lot {
  return { quantity: 0.5, price: 0.5, value: 0.5, commission: 0.5, time: 0.5, bar: 0, orderId: 0 };
}
