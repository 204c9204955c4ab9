import { atRecords, atShown, type Closings, isShown, shownCount } from "../market/closings.ts";
import type { BarDates } from "../market/session-dates.ts";
import type { Column } from "../primitives/column.ts";
import { RecordTable, type RecordTableState } from "../primitives/record-table.ts";

/** Columns with one record for each moment at which a bar or a session closed. */
export interface EquityCurve {
  /** Time of each record, epoch milliseconds. */
  readonly time: Column;
  /** Session date of each record, as milliseconds of its midnight in UTC. A bar of a week or longer has the date on which it begins. */
  readonly date: Column;
  /** Cash plus positions at their last prices, in the account's currency. */
  readonly equity: Column;
  /** Cash, in the account's currency. */
  readonly cash: Column;
  /** Indices of the records at which a session closed. */
  readonly sessions: Int32Array;
  /** Last date of each of these sessions, as milliseconds of its midnight in UTC. */
  readonly sessionDates: Column;
}

/** What is held of an instrument. */
interface Holding {
  readonly quantity: number;
  readonly multiplier: number;
}

/** By which a column grows that is too short. */
const GROWTH = 1.25;

/**
 * Equity at every close of a bar or a session, in one column. Only equity is written each time; cash when it changed;
 * when it was and whether a session closed is known from the timeline.
 */
export class EquityTable {
  /** Equity of the records so far, in the first `length` places; another column after `reserve`. */
  values: Column;
  length = 0;
  /** Number of the record, and cash from it on. */
  readonly #cash = new RecordTable(2);
  /** Cash at the last record. */
  lastCash = NaN;
  /** Records at which a bar closed and something was held. */
  inMarket = 0;
  /** Records at which only a session closed, and something was held. */
  #heldBetween: number[] = [];

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
  }

  /** Makes place for so many more records. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.values.length) return;
    const longer = new Float64Array(Math.max(needed, Math.ceil(this.length * GROWTH)));
    longer.set(this.values.subarray(0, this.length));
    this.values = longer;
  }

  /** Begins with so many records at which nothing but cash was held. */
  begin(length: number, cash: number): void {
    if (length > 0) this.noteCash(cash);
    this.reserve(length);
    this.values.fill(cash, 0, length);
    this.length = length;
  }

  /** Cash is different from the next record on. */
  noteCash(cash: number): void {
    this.lastCash = cash;
    const at = this.#cash.append();
    this.#cash.rows[at] = this.length;
    this.#cash.rows[at + 1] = cash;
  }

  /** Records at the closes of the `count` bars up to `last`, over which cash and what is held of one instrument stayed as they are. */
  recordBars(close: Column, last: number, count: number, cash: number, held: Holding | undefined): void {
    if (cash !== this.lastCash) this.noteCash(cash);
    const { values, length } = this;
    const end = length + count;
    if (held === undefined) values.fill(cash, length, end);
    else {
      const { quantity, multiplier } = held;
      const behind = last + 1 - end;
      for (let record = length; record < end; record++)
        values[record] = cash + quantity * close[record + behind]! * multiplier;
      this.inMarket += count;
    }
    this.length = end;
  }

  /** Something is held at the last record, at which only a session closes. */
  noteHeld(): void {
    this.#heldBetween.push(this.length - 1);
  }

  /** Records of a result at which something was held. */
  recordsInMarket(closings: Closings): number {
    return this.inMarket + this.#heldBetween.filter((place) => isShown(closings, place)).length;
  }

  /** What came after the last record counts in it. */
  restateLast(value: number, cash: number): void {
    this.length--;
    if (cash !== this.lastCash) this.noteCash(cash);
    this.values[this.length++] = value;
  }

  /** The curve of a run whose records are at these closings, which have these dates. */
  curve(closings: Closings, datesOf: () => BarDates): EquityCurve {
    return new RecordedCurve(this, closings, datesOf);
  }

  /** Cash at each record. */
  cashColumn(): Column {
    const column = new Float64Array(this.length);
    for (let change = 0; change < this.#cash.length; change++) {
      const end = change + 1 < this.#cash.length ? this.#cash.at(change + 1, 0) : column.length;
      column.fill(this.#cash.at(change, 1), this.#cash.at(change, 0), end);
    }
    return column;
  }

  snapshot(): EquityTableState {
    const { length, lastCash, inMarket } = this;
    const heldBetween = [...this.#heldBetween];
    return { values: this.values.slice(0, length), cash: this.#cash.snapshot(), lastCash, inMarket, heldBetween };
  }

  restore(state: EquityTableState): void {
    this.length = 0;
    this.reserve(state.values.length);
    this.values.set(state.values);
    this.length = state.values.length;
    this.#cash.restore(state.cash);
    this.lastCash = state.lastCash;
    this.inMarket = state.inMarket;
    this.#heldBetween = [...(state.heldBetween ?? [])];
  }
}

export interface EquityTableState {
  readonly values: Column;
  readonly cash: RecordTableState;
  readonly lastCash: number;
  readonly inMarket: number;
  /** Missing in states of earlier versions. */
  readonly heldBetween?: readonly number[];
}

/**
 * The records of a run as a curve; what is seldom asked for is made when it is. It is a class because getters of a literal are closures, which keep a run
 * until a full collection; a sweep makes thousands.
 */
class RecordedCurve implements EquityCurve {
  readonly time: Column;
  readonly equity: Column;
  readonly sessions: Int32Array;
  readonly #table: EquityTable;
  readonly #closings: Closings;
  readonly #datesOf: () => BarDates;
  #cash: Column | undefined;
  #date: Column | undefined;
  #sessionDates: Column | undefined;

  constructor(table: EquityTable, closings: Closings, datesOf: () => BarDates) {
    const { length } = table;
    const { shown } = closings;
    this.#table = table;
    this.#closings = closings;
    this.#datesOf = datesOf;
    this.time =
      shown === undefined ? closings.time.subarray(0, length) : shown.time.subarray(0, shownCount(shown, length));
    this.equity = atRecords(closings, table.values.subarray(0, length));
    this.sessions = (shown ?? closings).sessions.subarray(0, this.#recorded.length);
  }

  get cash(): Column {
    return (this.#cash ??= atRecords(this.#closings, this.#table.cashColumn()));
  }

  get date(): Column {
    return (this.#date ??= atShown(this.#closings, this.#datesOf().date.subarray(0, this.#table.length)));
  }

  get sessionDates(): Column {
    const { lastDate } = this.#datesOf();
    return (this.#sessionDates ??= Float64Array.from(this.#recorded, (record) => lastDate[record]!));
  }

  /** Closings that were recorded at which a session closed. */
  get #recorded(): Int32Array {
    const { sessions } = this.#closings;
    let count = sessions.length;
    while (count > 0 && sessions[count - 1]! >= this.#table.length) count--;
    return sessions.subarray(0, count);
  }
}
