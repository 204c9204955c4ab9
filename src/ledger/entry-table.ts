import { RecordTable } from "../primitives/record-table.ts";
import type { Execution } from "./execution.ts";
import type { Entry, EntryKind, Fill } from "./records.ts";

/** Fields of a row. */
const KIND = 0;
const TIME = 1;
const INSTRUMENT = 2;
const QUANTITY = 3;
const PRICE = 4;
const AMOUNT = 5;
const ORDER = 6;
const COMMISSION = 7;
const SLIPPAGE = 8;
const AMBIGUOUS = 9;
const WIDTH = 10;

const KINDS: readonly EntryKind[] = ["deposit", "fill", "commission"];
const DEPOSIT = 0;
const FILL = 1;

/**
 * Everything that moved money or quantity, in order. A fill and its commission share a row; they are two entries when read.
 */
export class EntryTable {
  readonly #table = new RecordTable(WIDTH);
  #fills = 0;

  /** How many rows are fills. */
  get fillCount(): number {
    return this.#fills;
  }

  deposit(time: number, amount: number): void {
    const at = this.#table.append();
    const rows = this.#table.rows;
    rows[at + KIND] = DEPOSIT;
    rows[at + TIME] = time;
    rows[at + INSTRUMENT] = -1;
    rows[at + AMOUNT] = amount;
  }

  fill(execution: Execution): void {
    this.#fills++;
    const at = this.#table.append();
    const rows = this.#table.rows;
    rows[at + KIND] = FILL;
    rows[at + TIME] = execution.time;
    rows[at + INSTRUMENT] = execution.position.index;
    rows[at + QUANTITY] = execution.sign * execution.quantity;
    rows[at + PRICE] = execution.price;
    rows[at + AMOUNT] = -execution.sign * execution.value;
    rows[at + ORDER] = execution.orderId;
    rows[at + COMMISSION] = execution.commission;
    rows[at + SLIPPAGE] = execution.slippage;
    rows[at + AMBIGUOUS] = execution.ambiguous ? 1 : 0;
  }

  /** All fills, or those after the first `skip`, frozen. */
  fills(symbols: readonly string[], skip = 0): Fill[] {
    const fills: Fill[] = [];
    let row = this.#table.length;
    for (let wanted = this.#fills - skip; wanted > 0;) if (this.#table.at(--row, KIND) === FILL) wanted--;
    for (let id = skip; row < this.#table.length; row++) {
      if (this.#table.at(row, KIND) !== FILL) continue;
      id++;
      const quantity = this.#table.at(row, QUANTITY);
      fills.push(
        Object.freeze({
          id,
          orderId: this.#table.at(row, ORDER),
          symbol: symbols[this.#table.at(row, INSTRUMENT)]!,
          side: quantity > 0 ? "buy" : "sell",
          quantity: Math.abs(quantity),
          price: this.#table.at(row, PRICE),
          commission: this.#table.at(row, COMMISSION),
          slippage: this.#table.at(row, SLIPPAGE),
          time: this.#table.at(row, TIME),
          ambiguous: this.#table.at(row, AMBIGUOUS) === 1,
        } as const),
      );
    }
    return fills;
  }

  /** All entries, frozen. */
  entries(symbols: readonly string[]): Entry[] {
    const entries: Entry[] = [];
    const add = (row: number, kind: EntryKind, quantity: number, price: number, amount: number) =>
      entries.push(
        Object.freeze({
          sequence: entries.length + 1,
          time: this.#table.at(row, TIME),
          kind,
          symbol: symbols[this.#table.at(row, INSTRUMENT)] ?? "",
          quantity,
          price,
          amount,
          orderId: this.#table.at(row, ORDER),
        }),
      );
    for (let row = 0; row < this.#table.length; row++) {
      const kind = KINDS[this.#table.at(row, KIND)]!;
      add(row, kind, this.#table.at(row, QUANTITY), this.#table.at(row, PRICE), this.#table.at(row, AMOUNT));
      const commission = this.#table.at(row, COMMISSION);
      if (kind === "fill" && commission !== 0) add(row, "commission", 0, 0, -commission);
    }
    return entries;
  }

  /** Fills of which bar data cannot tell whether they came first. */
  get ambiguousCount(): number {
    let count = 0;
    for (let row = 0; row < this.#table.length; row++) count += this.#table.at(row, AMBIGUOUS);
    return count;
  }

  /** Commissions paid so far. */
  get commissionPaid(): number {
    let sum = 0;
    for (let row = 0; row < this.#table.length; row++) sum += this.#table.at(row, COMMISSION);
    return sum;
  }

  snapshot() {
    return { table: this.#table.snapshot(), fills: this.#fills };
  }

  restore(state: ReturnType<EntryTable["snapshot"]>): void {
    this.#table.restore(state.table);
    this.#fills = state.fills;
  }
}
