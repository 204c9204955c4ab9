import { RecordTable } from "../primitives/record-table.ts";
import type { FieldName } from "./order-fields.ts";
import type { OrderRecord } from "./order-record.ts";

/** Terms that few orders have, stored apart from the rows of the order log. */
export type OrderExtra = Pick<
  OrderRecord,
  Exclude<FieldName, "limitPrice" | "stopPrice" | "timeInForce"> | "waterMark" | "parentId" | "replaces" | "groupId"
>;

const NO_EXTRA: OrderExtra = {
  trailAmount: undefined,
  trailPercent: undefined,
  waterMark: undefined,
  expiresAt: undefined,
  reduceOnly: false,
  extendedHours: false,
  parentId: 0,
  replaces: 0,
  groupId: 0,
};

/** Indexes of the fields of a row of rare terms. */
const TRAIL_AMOUNT = 0;
const TRAIL_PERCENT = 1;
const WATER_MARK = 2;
const EXPIRES_AT = 3;
/** Field for flags: 1 for reduce-only plus 2 for extended hours. */
const FLAGS = 4;
const PARENT = 5;
const REPLACES = 6;
const GROUP = 7;
const WIDTH = 8;

/**
 * Rare terms of orders, by order id. They are stored as rows of numbers, since creating an object for each exit would
 * take longer than filling an order.
 */
export class OrderExtras {
  readonly #table = new RecordTable(WIDTH);
  /** Row number plus one of each order id, or 0 without a row. */
  #rowOf = new Uint32Array(0);

  /** Stores the current rare terms of an order. Missing prices are NaN. */
  set(id: number, terms: OrderExtra): void {
    const row = this.#rowFor(id);
    const rows = this.#table.chunkOf(row);
    const at = this.#table.offsetOf(row);
    rows[at + TRAIL_AMOUNT] = terms.trailAmount ?? NaN;
    rows[at + TRAIL_PERCENT] = terms.trailPercent ?? NaN;
    rows[at + WATER_MARK] = terms.waterMark ?? NaN;
    rows[at + EXPIRES_AT] = terms.expiresAt ?? NaN;
    rows[at + FLAGS] = (terms.reduceOnly ? 1 : 0) + (terms.extendedHours ? 2 : 0);
    rows[at + PARENT] = terms.parentId;
    rows[at + REPLACES] = terms.replaces;
    rows[at + GROUP] = terms.groupId;
  }

  #rowFor(id: number): number {
    if (id >= this.#rowOf.length) {
      const longer = new Uint32Array(2 * (id + 1));
      longer.set(this.#rowOf);
      this.#rowOf = longer;
    }
    const row = this.#rowOf[id]!;
    if (row > 0) return row - 1;
    this.#table.append();
    this.#rowOf[id] = this.#table.length;
    return this.#table.length - 1;
  }

  /** Returns the rare terms of an order, or default terms. */
  get(id: number): OrderExtra {
    const row = (this.#rowOf[id] ?? 0) - 1;
    if (row < 0) return NO_EXTRA;
    const table = this.#table;
    const flags = table.at(row, FLAGS);
    return {
      trailAmount: optionalPrice(table.at(row, TRAIL_AMOUNT)),
      trailPercent: optionalPrice(table.at(row, TRAIL_PERCENT)),
      waterMark: optionalPrice(table.at(row, WATER_MARK)),
      expiresAt: optionalPrice(table.at(row, EXPIRES_AT)),
      reduceOnly: flags % 2 === 1,
      extendedHours: flags >= 2,
      parentId: table.at(row, PARENT),
      replaces: table.at(row, REPLACES),
      groupId: table.at(row, GROUP),
    };
  }

  /** Returns the rare terms of all orders, in the sequence in which they were first stored. */
  snapshot(): [id: number, terms: OrderExtra][] {
    const ids: number[] = [];
    for (let id = 1; id < this.#rowOf.length; id++) if (this.#rowOf[id]! > 0) ids[this.#rowOf[id]! - 1] = id;
    return ids.map((id) => [id, this.get(id)]);
  }

  restore(entries: Iterable<readonly [id: number, terms: OrderExtra]>): void {
    this.#table.restore({ width: WIDTH, values: new Float64Array(0) });
    this.#rowOf.fill(0);
    for (const [id, terms] of entries) this.set(id, terms);
  }
}

/** Returns a price from a row, or undefined for NaN. */
export function optionalPrice(price: number): number | undefined {
  return Number.isNaN(price) ? undefined : price;
}
