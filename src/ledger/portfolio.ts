import type { Instrument } from "../market/instrument.ts";
import { floorToStep, subtractDecimals, snapToStep } from "../primitives/rounding.ts";
import { EntryTable } from "./entry-table.ts";
import { Execution } from "./execution.ts";
import type { Money } from "./money.ts";
import { Position, type PositionState } from "./position.ts";
import type { EntryKind } from "./records.ts";
import { TRADE, TradeTable } from "./trade-table.ts";

/** Share of a lot or traded quantity below which a remainder counts as rounding noise. */
const DUST = 1e-9;

/** Share of a value that floating-point sums may add or lose. */
const NOISE = 1e-12;

/** Value of many positions at last prices. The portfolio reports every change of a position to it. */
export interface PositionTotals {
  /** Number that increases whenever a price, a quantity or a multiplier may have changed. */
  readonly version: number;
  /**
   * Indexes of instruments that changed in the current era, in sequence. After a change of era, any instrument may have
   * changed.
   */
  readonly changes: readonly number[];
  readonly era: number;
  readonly equity: number;
  readonly exposure: number;
  positionChanged(instrument: number): void;
  reset(): void;
}

/**
 * Cash, positions, entries and trades of one account. Every movement of cash or units is an entry, and every round trip
 * a trade. All prices come from the fills that are booked.
 */
export class Portfolio {
  readonly money: Money;
  /** One position for each instrument of the run, sorted by symbol. */
  readonly positions: readonly Position[];
  readonly entries: EntryTable;
  readonly trades: TradeTable;
  cash = 0;
  /** Open positions, sorted by symbol, in the first `heldCount` places. */
  readonly held: Position[];
  heldCount = 0;
  /** Totals of the positions, set only if many instruments are traded. */
  totals: PositionTotals | undefined;

  constructor(instruments: readonly Instrument[], money: Money) {
    this.money = money;
    this.entries = new EntryTable();
    this.trades = new TradeTable();
    this.positions = instruments.map((instrument, index) => new Position(instrument, index));
    this.held = [...this.positions];
  }

  /** Commissions paid so far, in account currency. */
  get commissionPaid(): number {
    return this.money.round(this.entries.commissionPaid);
  }

  deposit(time: number, amount: number): void {
    const booked = this.money.round(amount);
    this.cash = this.money.round(this.cash + booked);
    this.entries.deposit(time, booked);
  }

  /**
   * Books cash that no order caused, such as interest, borrow fees or dividends. `instrument` is the index of an
   * instrument, or -1 for none.
   */
  move(kind: EntryKind, time: number, instrument: number, amount: number, price = 0): void {
    const booked = this.money.round(amount);
    if (booked === 0) return;
    this.cash = this.money.round(this.cash + booked);
    this.entries.move(kind, time, instrument, booked, 0, price);
  }

  /** Sets the value of one point of an instrument's price, after the rate of its currency moved. */
  restate(instrument: number, multiplier: number): void {
    const position = this.positions[instrument]!;
    position.multiplier = multiplier;
    this.totals?.positionChanged(instrument);
    (position.instrument as { multiplier: number }).multiplier = multiplier;
  }

  /**
   * Books a split before the open of `bar`. `last` is the last price, in units after the split. A remainder below one
   * lot is paid out in cash at that price, or bought back if the position is short.
   */
  split(instrument: number, ratio: number, last: number, time: number, bar: number): void {
    const position = this.positions[instrument]!;
    const before = position.quantity;
    if (before === 0) return;
    const { lot } = position.instrument;
    position.scale(ratio);
    this.totals?.positionChanged(instrument);
    this.entries.move("split", time, instrument, 0, position.quantity - before, last);
    const whole = floorToStep(Math.abs(position.quantity), lot);
    const over = subtractDecimals(Math.abs(position.quantity), whole);
    if (over <= DUST * lot) return;
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

  /** Books the end of units without an order, as cash in lieu of fractions or as the settlement of an option. */
  settle(kind: EntryKind, execution: Execution): void {
    const { position, sign, quantity, price, value } = execution;
    this.cash = this.money.round(this.cash - sign * value);
    this.entries.move(kind, execution.time, position.index, -sign * value + 0, sign * quantity, price);
    this.#match(execution);
  }

  /** Books one fill: its cash, lots (first in, first out) and trades. */
  fill(execution: Execution): void {
    this.cash = this.money.round(this.cash - execution.sign * execution.value - execution.commission);
    this.entries.fill(execution);
    this.#match(execution);
  }

  /** Closes lots of the opposite side, first in, first out, and opens a lot with the units that remain. */
  #match(execution: Execution): void {
    const { money } = this;
    const { position, sign, quantity, price, value, commission } = execution;
    let restQuantity = quantity;
    let restValue = value;
    let restCommission = commission;
    if (position.quantity * sign < 0) {
      while (restQuantity > 0 && position.lots > 0) {
        const lot = position.lot(0);
        const part = lot.quantity <= restQuantity + DUST * quantity ? lot.quantity : restQuantity;
        const all = part >= restQuantity;
        const exitValue = all ? restValue : money.round((restValue * part) / restQuantity);
        const exitCommission = all ? restCommission : money.round((restCommission * part) / restQuantity);
        const whole = part === lot.quantity;
        const entryValue = whole ? lot.value : money.round((lot.value * part) / lot.quantity);
        const entryCommission = whole ? lot.commission : money.round((lot.commission * part) / lot.quantity);

        // Adding 0 avoids -0. A difference within floating-point noise is no profit.
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

  /** Changes the quantity of a position and keeps `held` sorted. */
  #move(position: Position, change: number): void {
    const before = position.quantity;
    const after = snapToStep(before + change, position.instrument.lot);
    const flat = position.lots === 0 || Math.abs(after) <= DUST * Math.abs(change);
    // Lots that floating-point noise leaves over are not a position.
    for (let left = flat ? position.lots : 0; left > 0; left--) position.dropOldestLot();
    position.quantity = flat ? 0 : after;
    this.totals?.positionChanged(position.index);
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
    this.totals?.reset();
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
