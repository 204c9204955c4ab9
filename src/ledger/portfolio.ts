import type { Instrument } from "../market/instrument.ts";
import { floorToStep, remainder, snapToStep } from "../primitives/rounding.ts";
import { EntryTable } from "./entry-table.ts";
import { Execution } from "./execution.ts";
import type { Money } from "./money.ts";
import { Position, type PositionState } from "./position.ts";
import type { EntryKind } from "./records.ts";
import { TRADE, TradeTable } from "./trade-table.ts";

/** The share of a lot, or of what is traded, below which a remainder of binary arithmetic is nothing. */
const NOTHING = 1e-9;

/** A share of a value that binary sums make or lose. */
const NOISE = 1e-12;

/** What many positions are worth at last prices. Changes of positions are reported to it. */
export interface HeldMarks {
  /** Counts the times at which a price, a quantity or what a point is worth may have changed. */
  readonly version: number;
  /** Places of instruments that have changed within an era, in order. In another era anything may have changed. */
  readonly changes: readonly number[];
  readonly era: number;
  readonly equity: number;
  readonly exposure: number;
  changed(instrument: number): void;
  begin(): void;
}

/**
 * Cash and positions of one account, and the books: every movement is an entry, every round trip a trade.
 * Decides no price: it is told what was filled.
 */
export class Portfolio {
  readonly money: Money;
  /** One for each instrument of the run, in sorted order of symbols. */
  readonly positions: readonly Position[];
  readonly entries: EntryTable;
  readonly trades: TradeTable;
  cash = 0;
  /** The positions that are not flat, in sorted order of symbols, in the first `heldCount` places. */
  readonly held: Position[];
  heldCount = 0;
  /** Where many instruments are traded. */
  marks: HeldMarks | undefined;

  constructor(instruments: readonly Instrument[], money: Money) {
    this.money = money;
    this.entries = new EntryTable();
    this.trades = new TradeTable();
    this.positions = instruments.map((instrument, index) => new Position(instrument, index));
    this.held = [...this.positions];
  }

  /** Commissions paid so far. */
  get commissionPaid(): number {
    return this.money.round(this.entries.commissionPaid);
  }

  deposit(time: number, amount: number): void {
    const booked = this.money.round(amount);
    this.cash = this.money.round(this.cash + booked);
    this.entries.deposit(time, booked);
  }

  /** Books money that no order moved: interest, borrow, a dividend. `instrument` is its place, -1 for none. */
  move(kind: EntryKind, time: number, instrument: number, amount: number, price = 0): void {
    const booked = this.money.round(amount);
    if (booked === 0) return;
    this.cash = this.money.round(this.cash + booked);
    this.entries.move(kind, time, instrument, booked, 0, price);
  }

  /** States what one point of price of an instrument is worth, when its currency's rate has moved. */
  restate(instrument: number, multiplier: number): void {
    const position = this.positions[instrument]!;
    position.multiplier = multiplier;
    this.marks?.changed(instrument);
    (position.instrument as { multiplier: number }).multiplier = multiplier;
  }

  /**
   * Books a split before the open of `bar`. `last` is the last price in units after it. Less than a lot that it leaves over is paid in cash, at
   * that price; of a short position it is bought back.
   */
  split(instrument: number, ratio: number, last: number, time: number, bar: number): void {
    const position = this.positions[instrument]!;
    const before = position.quantity;
    if (before === 0) return;
    const { lot } = position.instrument;
    position.scale(ratio);
    this.marks?.changed(instrument);
    this.entries.move("split", time, instrument, 0, position.quantity - before, last);
    const whole = floorToStep(Math.abs(position.quantity), lot);
    const over = remainder(Math.abs(position.quantity), whole);
    if (over <= NOTHING * lot) return;
    const execution = new Execution(position);
    execution.sign = position.quantity > 0 ? -1 : 1;
    execution.quantity = over;
    execution.price = last;
    execution.value = this.money.round(last * over * position.multiplier);
    execution.commission = 0;
    execution.slippage = 0;
    execution.time = time;
    execution.bar = bar;
    this.settle("cash_in_lieu", execution);
  }

  /** Books what ends units without an order: cash in lieu of fractions, the settlement of an option. */
  settle(kind: EntryKind, execution: Execution): void {
    const { position, sign, quantity, price, value } = execution;
    this.cash = this.money.round(this.cash - sign * value);
    this.entries.move(kind, execution.time, position.index, -sign * value + 0, sign * quantity, price);
    this.#match(execution);
  }

  /** Books one fill: cash, lots first in first out, trades. */
  fill(execution: Execution): void {
    this.cash = this.money.round(this.cash - execution.sign * execution.value - execution.commission);
    this.entries.fill(execution);
    this.#match(execution);
  }

  /** Closes lots on the other side, first in first out, and opens one with the rest. */
  #match(execution: Execution): void {
    const { money } = this;
    const { position, sign, quantity, price, value, commission } = execution;
    let restQuantity = quantity;
    let restValue = value;
    let restCommission = commission;
    if (position.quantity * sign < 0) {
      while (restQuantity > 0 && position.lots > 0) {
        const lot = position.lot(0);
        const part = lot.quantity <= restQuantity + NOTHING * quantity ? lot.quantity : restQuantity;
        const all = part >= restQuantity;
        const exitValue = all ? restValue : money.round((restValue * part) / restQuantity);
        const exitCommission = all ? restCommission : money.round((restCommission * part) / restQuantity);
        const whole = part === lot.quantity;
        const entryValue = whole ? lot.value : money.round((lot.value * part) / lot.quantity);
        const entryCommission = whole ? lot.commission : money.round((lot.commission * part) / lot.quantity);

        // Zero has no sign in the books, and what parts of a value leave of it by the noise of binary sums is no profit.
        const difference = -sign * (exitValue - entryValue) + 0;
        const gross = price === lot.price && Math.abs(difference) <= NOISE * Math.abs(exitValue) ? 0 : difference;
        const net = gross - entryCommission - exitCommission;
        const pnl = Math.abs(net) <= NOISE * Math.abs(exitValue) ? 0 : money.round(net) + 0;
        position.realizedGross = money.round(position.realizedGross + gross);
        position.realizedNet = money.round(position.realizedNet + pnl);
        const at = this.trades.append();
        const rows = this.trades.rows;
        rows[at + TRADE.instrument] = position.index;
        rows[at + TRADE.direction] = -sign;
        rows[at + TRADE.quantity] = part;
        rows[at + TRADE.entryTime] = lot.time;
        rows[at + TRADE.entryPrice] = lot.price;
        rows[at + TRADE.exitTime] = execution.time;
        rows[at + TRADE.exitPrice] = price;
        rows[at + TRADE.pnl] = pnl;
        rows[at + TRADE.commission] = money.round(entryCommission + exitCommission);
        rows[at + TRADE.entryValue] = entryValue;
        rows[at + TRADE.entryBar] = lot.bar;
        rows[at + TRADE.exitBar] = execution.bar;
        rows[at + TRADE.entryOrder] = lot.orderId;
        rows[at + TRADE.exitOrder] = execution.orderId;

        if (whole) {
          position.dropOldestLot();
        } else {
          lot.quantity = snapToStep(lot.quantity - part, position.instrument.lot);
          lot.value = money.round(lot.value - entryValue);
          lot.commission = money.round(lot.commission - entryCommission);
        }
        restQuantity = all ? 0 : snapToStep(restQuantity - part, position.instrument.lot);
        restValue = all ? 0 : money.round(restValue - exitValue);
        restCommission = all ? 0 : money.round(restCommission - exitCommission);
      }
    }
    if (restQuantity > 0) {
      const lot = position.pushLot();
      lot.quantity = restQuantity;
      lot.price = price;
      lot.value = restValue;
      lot.commission = restCommission;
      lot.time = execution.time;
      lot.bar = execution.bar;
      lot.orderId = execution.orderId;
    }
    this.#move(position, sign * quantity);
  }

  /** Changes the quantity held and keeps the list of what is held in sorted order. */
  #move(position: Position, change: number): void {
    const before = position.quantity;
    const after = snapToStep(before + change, position.instrument.lot);
    const flat = position.lots === 0 || Math.abs(after) <= NOTHING * Math.abs(change);
    // What binary sums leave of the lots is no position either.
    for (let left = flat ? position.lots : 0; left > 0; left--) position.dropOldestLot();
    position.quantity = flat ? 0 : after;
    this.marks?.changed(position.index);
    if (flat === (before === 0)) return;
    const held = this.held;
    if (flat) {
      let place = 0;
      while (held[place] !== position) place++;
      this.heldCount--;
      for (; place < this.heldCount; place++) held[place] = held[place + 1]!;
    } else {
      let place = this.heldCount++;
      for (; place > 0 && held[place - 1]!.index > position.index; place--) held[place] = held[place - 1]!;
      held[place] = position;
    }
  }

  snapshot(): PortfolioState {
    return {
      cash: this.cash,
      positions: this.positions.map((position) => position.snapshot()),
      entries: this.entries.snapshot(),
      trades: this.trades.snapshot(),
    };
  }

  restore(state: PortfolioState): void {
    this.marks?.begin();
    this.cash = state.cash;
    this.heldCount = 0;
    this.positions.forEach((position, i) => {
      position.restore(state.positions[i]!);
      if (position.quantity !== 0) this.held[this.heldCount++] = position;
    });
    this.entries.restore(state.entries);
    this.trades.restore(state.trades);
  }
}

export interface PortfolioState {
  readonly cash: number;
  readonly positions: readonly PositionState[];
  readonly entries: ReturnType<EntryTable["snapshot"]>;
  readonly trades: ReturnType<TradeTable["snapshot"]>;
}
