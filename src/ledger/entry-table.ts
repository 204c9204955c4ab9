import { RecordTable } from "../primitives/record-table.ts";
import type { Execution } from "./execution.ts";
import { FILL_ATS, type Entry, type EntryKind, type Fill } from "./records.ts";

/** Indexes of the fields of an entry's row. Values with a small range share a field to save memory. */
const CODE = 0;
const TIME = 1;
const QUANTITY = 2;
const PRICE = 3;
const AMOUNT = 4;
const COMMISSION = 5;
const SLIPPAGE = 6;
const DETAIL = 7;
const WIDTH = 8;
/**
 * Factors that pack the ambiguous flag, the kind, the instrument's index plus one (0 for none) and the order id into
 * one number, lowest first.
 */
const KIND_PLACES = 16;
const FEED_PLACES = 131_072;
/** Factors that pack three numbers into one: the note of a fill in the lowest bits, then its place in `FILL_ATS`, then its bar. */
const NOTES = 2 ** 20;
const FILL_AT_COUNT = 4;

const KINDS: readonly EntryKind[] = [
  "deposit",
  "fill",
  "commission",
  "interest",
  "borrow",
  "split",
  "cash_in_lieu",
  "dividend",
  "settlement",
  "conversion",
];
const DEPOSIT = 0;
const FILL = 1;

/**
 * Table of all movements of cash or quantity, in sequence. A fill and its commission share a row and are read as two
 * entries.
 */
export class EntryTable {
  readonly #table = new RecordTable(WIDTH);
  #fills = 0;
  #commissions = 0;

  /** Number of fills in the table. */
  get fillCount(): number {
    return this.#fills;
  }

  /** Number of entries: one for each row, and one more for the commission of each fill. */
  get length(): number {
    return this.#table.length + this.#commissions;
  }

  deposit(time: number, amount: number): void {
    const at = this.#table.append();
    const rows = this.#table.rows;
    rows[at + CODE] = DEPOSIT * 2;
    rows[at + TIME] = time;
    rows[at + AMOUNT] = amount;
  }

  /** Adds a movement that no order caused. `instrument` is the index of an instrument, or -1 for none. */
  move(kind: EntryKind, time: number, instrument: number, amount: number, quantity: number, price: number): void {
    const at = this.#table.append();
    const rows = this.#table.rows;
    rows[at + CODE] = ((instrument + 1) * KIND_PLACES + KINDS.indexOf(kind)) * 2;
    rows[at + TIME] = time;
    rows[at + QUANTITY] = quantity;
    rows[at + PRICE] = price;
    rows[at + AMOUNT] = amount;
  }

  fill(execution: Execution): void {
    this.#fills++;
    if (execution.commission !== 0) this.#commissions++;
    const at = this.#table.append();
    const rows = this.#table.rows;
    const place = execution.orderId * FEED_PLACES + execution.position.index + 1;
    rows[at + CODE] = (place * KIND_PLACES + FILL) * 2 + (execution.ambiguous ? 1 : 0);
    rows[at + TIME] = execution.time;
    rows[at + QUANTITY] = execution.sign * execution.quantity;
    rows[at + PRICE] = execution.price;
    rows[at + AMOUNT] = -execution.sign * execution.value + 0;
    rows[at + COMMISSION] = execution.commission;
    rows[at + SLIPPAGE] = execution.slippage;
    rows[at + DETAIL] = (execution.bar * FILL_AT_COUNT + execution.at) * NOTES + execution.note;
  }

  /** Returns all fills, or those after the first `skip`, as frozen objects. */
  fills(symbols: readonly string[], skip = 0): Fill[] {
    const fills: Fill[] = [];
    let row = this.#table.length;
    for (let wanted = this.#fills - skip; wanted > 0;) if (this.#kind(--row) === FILL) wanted--;
    for (let id = skip; row < this.#table.length; row++) {
      if (this.#kind(row) !== FILL) continue;
      id++;
      const quantity = this.#table.at(row, QUANTITY);
      const detail = this.#table.at(row, DETAIL);
      const place = Math.floor(detail / NOTES);
      fills.push(
        Object.freeze({
          id,
          orderId: this.#order(row),
          symbol: symbols[this.#instrument(row)]!,
          side: quantity > 0 ? "buy" : "sell",
          quantity: Math.abs(quantity),
          price: this.#table.at(row, PRICE),
          commission: this.#table.at(row, COMMISSION),
          slippage: this.#table.at(row, SLIPPAGE),
          time: this.#table.at(row, TIME),
          ambiguous: this.#ambiguous(row) === 1,
          bar: Math.floor(place / FILL_AT_COUNT),
          at: FILL_ATS[place % FILL_AT_COUNT]!,
          note: detail % NOTES,
        } as const),
      );
    }
    return fills;
  }

  /** Returns all entries, or those after the first `skip`, as frozen objects. */
  entries(symbols: readonly string[], skip = 0): Entry[] {
    const entries: Entry[] = [];
    let row = this.#table.length;
    let sequence = this.length;
    while (sequence > skip) sequence -= this.#table.at(--row, COMMISSION) === 0 ? 1 : 2;
    const add = (kind: EntryKind, quantity: number, price: number, amount: number) => {
      if (++sequence <= skip) return;
      entries.push(
        Object.freeze({
          sequence,
          time: this.#table.at(row, TIME),
          kind,
          symbol: symbols[this.#instrument(row)] ?? "",
          quantity,
          price,
          amount,
          orderId: this.#order(row),
        }),
      );
    };
    for (; row < this.#table.length; row++) {
      const kind = KINDS[this.#kind(row)]!;
      add(kind, this.#table.at(row, QUANTITY), this.#table.at(row, PRICE), this.#table.at(row, AMOUNT));
      const commission = this.#table.at(row, COMMISSION);
      if (commission !== 0) add("commission", 0, 0, -commission);
    }
    return entries;
  }

  /** Number of fills for which the bars do not show whether another order of the same bar filled first. */
  get ambiguousCount(): number {
    let count = 0;
    for (let row = 0; row < this.#table.length; row++) count += this.#ambiguous(row);
    return count;
  }

  /** Commissions paid so far, in account currency. */
  get commissionPaid(): number {
    let sum = 0;
    for (let row = 0; row < this.#table.length; row++) sum += this.#table.at(row, COMMISSION);
    return sum;
  }

  /** Total cost of slippage and total value traded, in account currency. */
  get totals(): { readonly slippage: number; readonly traded: number } {
    let slippage = 0;
    let traded = 0;
    for (let row = 0; row < this.#table.length; row++) {
      if (this.#kind(row) !== FILL) continue;
      const value = Math.abs(this.#table.at(row, AMOUNT));
      const price = this.#table.at(row, PRICE);
      traded += value;
      // Value divided by price is quantity times multiplier.
      if (price !== 0) slippage += (this.#table.at(row, SLIPPAGE) * value) / Math.abs(price);
    }
    return { slippage, traded };
  }

  #ambiguous(row: number): number {
    return this.#table.at(row, CODE) % 2;
  }

  #kind(row: number): number {
    return Math.floor(this.#table.at(row, CODE) / 2) % KIND_PLACES;
  }

  /** Returns the index of the instrument of a row, or -1 for none. */
  #instrument(row: number): number {
    return (Math.floor(this.#table.at(row, CODE) / (2 * KIND_PLACES)) % FEED_PLACES) - 1;
  }

  #order(row: number): number {
    return Math.floor(this.#table.at(row, CODE) / (2 * KIND_PLACES * FEED_PLACES));
  }

  snapshot() {
    return { table: this.#table.snapshot(), fills: this.#fills };
  }

  restore(state: ReturnType<EntryTable["snapshot"]>): void {
    this.#table.restore(state.table);
    this.#fills = state.fills;
    this.#commissions = 0;
    for (let row = 0; row < this.#table.length; row++) if (this.#table.at(row, COMMISSION) !== 0) this.#commissions++;
  }
}
