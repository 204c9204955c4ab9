import { shownAmounts, shownValues, type Closings, isShownRecord, countShown } from "../market/closings.ts";
import type { BarDates } from "../market/session-dates.ts";
import type { Column } from "../primitives/column.ts";
import { RecordTable, type RecordTableState } from "../primitives/record-table.ts";

/** Columns of equity and cash, with one record for each moment at which a bar or a session closed. */
export interface EquityCurve {
  /** Time of each record, in epoch milliseconds. */
  readonly time: Column;
  /** Session date of each record, as milliseconds of its midnight in UTC. A bar of a week or longer has the date on which it begins. */
  readonly date: Column;
  /** Cash plus positions at their last prices, in the account's currency. */
  readonly equity: Column;
  /** Cash, in the account's currency. */
  readonly cash: Column;
  /** Indexes of the records at which a session closed. */
  readonly sessions: Int32Array;
  /** Last date of each session in `sessions`, as milliseconds of its midnight in UTC. */
  readonly sessionDates: Column;
}

/** Position in an instrument, for recording its value. */
interface Holding {
  readonly quantity: number;
  readonly multiplier: number;
}

/** Factor by which a column that is too short grows. */
const GROWTH = 1.25;

/**
 * Equity at every close of a bar or a session, in one column. Cash is stored only when it changes. Times and session
 * closes follow from the timeline.
 */
export class EquityTable {
  /** Equity of all records so far, in the first `length` entries. `reserve` may replace the column by a longer one. */
  values: Column;
  length = 0;
  /** Rows of a record's number, and the cash from that record on. */
  readonly #cash = new RecordTable(2);
  /** Cash at the last record. */
  lastCash = NaN;
  /** Number of records at which a bar closed while a position was open. */
  inMarket = 0;
  /** Records at which only a session closed while a position was open. */
  #heldAtSessionCloses: number[] = [];

  constructor(capacity: number) {
    this.values = new Float64Array(capacity);
  }

  /** Reserves space for `more` records. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.values.length) return;
    const longer = new Float64Array(Math.max(needed, Math.ceil(this.length * GROWTH)));
    longer.set(this.values.subarray(0, this.length));
    this.values = longer;
  }

  /** Starts with `length` records of cash, without positions. */
  begin(length: number, cash: number): void {
    if (length > 0) this.noteCash(cash);
    this.reserve(length);
    this.values.fill(cash, 0, length);
    this.length = length;
  }

  /** Notes that the cash has changed from the next record on. */
  noteCash(cash: number): void {
    this.lastCash = cash;
    const at = this.#cash.append();
    this.#cash.rows[at] = this.length;
    this.#cash.rows[at + 1] = cash;
  }

  /**
   * Adds records at the closes of the `count` bars up to the bar `last`, while cash and the one position do not change.
   */
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

  /** Notes that a position is open at the last record, if only a session closes there. */
  noteOpenPosition(): void {
    this.#heldAtSessionCloses.push(this.length - 1);
  }

  /** Returns the number of records at which a position was open. */
  recordsInMarket(closings: Closings): number {
    return this.inMarket + this.#heldAtSessionCloses.filter((place) => isShownRecord(closings, place)).length;
  }

  /** Replaces the values of the last record. */
  restateLast(value: number, cash: number): void {
    this.length--;
    if (cash !== this.lastCash) this.noteCash(cash);
    this.values[this.length++] = value;
  }

  /** Returns the equity curve of a run, given the moments and dates of its records. */
  curve(closings: Closings, datesOf: () => BarDates): EquityCurve {
    return new RecordedCurve(this, closings, datesOf);
  }

  /** Returns the cash at each record. */
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
    const heldBetween = [...this.#heldAtSessionCloses];
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
    this.#heldAtSessionCloses = [...(state.heldBetween ?? [])];
  }
}

export interface EquityTableState {
  readonly values: Column;
  readonly cash: RecordTableState;
  readonly lastCash: number;
  readonly inMarket: number;
  /** Session closes with an open position. Snapshots of earlier versions do not have it. */
  readonly heldBetween?: readonly number[];
}

/**
 * Records of a run as an equity curve. Columns that are rarely read are computed on demand. A class, since getters of
 * an object literal are closures, which would keep each of a sweep's thousands of runs in memory until a full garbage
 * collection.
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
      shown === undefined ? closings.time.subarray(0, length) : shown.time.subarray(0, countShown(shown, length));
    this.equity = shownAmounts(closings, table.values.subarray(0, length));
    this.sessions = (shown ?? closings).sessions.subarray(0, this.#recorded.length);
  }

  get cash(): Column {
    return (this.#cash ??= shownAmounts(this.#closings, this.#table.cashColumn()));
  }

  get date(): Column {
    return (this.#date ??= shownValues(this.#closings, this.#datesOf().date.subarray(0, this.#table.length)));
  }

  get sessionDates(): Column {
    const { lastDate } = this.#datesOf();
    return (this.#sessionDates ??= Float64Array.from(this.#recorded, (record) => lastDate[record]!));
  }

  /** Indexes of the records at which a session closed. */
  get #recorded(): Int32Array {
    const { sessions } = this.#closings;
    let count = sessions.length;
    while (count > 0 && sessions[count - 1]! >= this.#table.length) count--;
    return sessions.subarray(0, count);
  }
}
