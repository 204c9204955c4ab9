import type { Instrument } from "../market/instrument.ts";
import { EntryTable } from "./entry-table.ts";
import type { Money } from "./money.ts";
import { Position, type PositionState } from "./position.ts";
import { TRADE, TradeTable } from "./trade-table.ts";

/** Units below which a remainder of binary arithmetic is nothing: a billionth of the lot. */
const NOTHING = 1e-9;

/**
 * Cash and positions of one account, and the books: every movement is an entry, every round trip a trade.
 * Decides no price: it is told what was filled.
 */
export class Portfolio {
  readonly money: Money;
  /** One for each instrument of the run, in sorted order of symbols. */
  readonly positions: readonly Position[];
  readonly entries = new EntryTable();
  readonly trades = new TradeTable();
  cash = 0;
  /** The positions that are not flat, in sorted order of symbols, in the first `heldCount` places. */
  readonly held: Position[];
  heldCount = 0;

  constructor(instruments: readonly Instrument[], money: Money) {
    this.money = money;
    this.positions = instruments.map((instrument, index) => new Position(instrument, index));
    this.held = [...this.positions];
  }

  /** Commissions paid so far. */
  get commissionPaid(): number {
    return this.money.round(this.entries.commissionPaid);
  }

  deposit(time: number, amount: number): void {
    this.cash = this.money.round(this.cash + amount);
    this.entries.deposit(time, amount);
  }

  /**
   * Books one fill: cash, lots first in first out, trades. `sign` is 1 for a buy, -1 for a sell; `bar` the index of the bar.
   */
  fill(
    position: Position,
    sign: 1 | -1,
    quantity: number,
    price: number,
    commission: number,
    slippage: number,
    ambiguous: boolean,
    time: number,
    bar: number,
    orderId: number,
  ): void {
    const money = this.money;
    const value = money.round(price * quantity * position.instrument.multiplier);
    this.cash = money.round(this.cash - sign * value - commission);
    this.entries.fill(
      time,
      position.index,
      sign * quantity,
      price,
      -sign * value,
      orderId,
      commission,
      slippage,
      ambiguous,
    );

    let restQuantity = quantity;
    let restValue = value;
    let restCommission = commission;
    if (position.quantity * sign < 0) {
      while (restQuantity > 0 && position.lots > 0) {
        const lot = position.lot(0);
        const part = lot.quantity <= restQuantity + NOTHING * quantity ? lot.quantity : restQuantity;
        const exitShare = part / restQuantity;
        const entryShare = part / lot.quantity;
        const exitValue = exitShare >= 1 ? restValue : money.round(restValue * exitShare);
        const exitCommission = exitShare >= 1 ? restCommission : money.round(restCommission * exitShare);
        const entryValue = entryShare === 1 ? lot.value : money.round(lot.value * entryShare);
        const entryCommission = entryShare === 1 ? lot.commission : money.round(lot.commission * entryShare);
        this.#closeLot(
          position,
          -sign as 1 | -1,
          part,
          price,
          exitValue,
          exitCommission,
          entryValue,
          entryCommission,
          time,
          bar,
          orderId,
        );
        if (entryShare === 1) {
          position.dropOldestLot();
        } else {
          lot.quantity -= part;
          lot.value = money.round(lot.value - entryValue);
          lot.commission = money.round(lot.commission - entryCommission);
        }
        restValue = money.round(restValue - exitValue);
        restCommission = money.round(restCommission - exitCommission);
        restQuantity = exitShare >= 1 ? 0 : restQuantity - part;
      }
    }
    if (restQuantity > 0) position.pushLot(restQuantity, price, restValue, restCommission, time, bar, orderId);
    this.#move(position, sign * quantity);
  }

  #closeLot(
    position: Position,
    direction: 1 | -1,
    quantity: number,
    price: number,
    exitValue: number,
    exitCommission: number,
    entryValue: number,
    entryCommission: number,
    time: number,
    bar: number,
    orderId: number,
  ): void {
    const gross = direction * (exitValue - entryValue);
    const commission = entryCommission + exitCommission;
    const pnl = this.money.round(gross - commission);
    position.realizedGross = this.money.round(position.realizedGross + gross);
    position.realizedNet = this.money.round(position.realizedNet + pnl);
    const lot = position.lot(0);
    const at = this.trades.append();
    const rows = this.trades.rows;
    rows[at + TRADE.instrument] = position.index;
    rows[at + TRADE.direction] = direction;
    rows[at + TRADE.quantity] = quantity;
    rows[at + TRADE.entryTime] = lot.time;
    rows[at + TRADE.entryPrice] = lot.price;
    rows[at + TRADE.exitTime] = time;
    rows[at + TRADE.exitPrice] = price;
    rows[at + TRADE.pnl] = pnl;
    rows[at + TRADE.commission] = this.money.round(commission);
    rows[at + TRADE.entryValue] = entryValue;
    rows[at + TRADE.entryBar] = lot.bar;
    rows[at + TRADE.exitBar] = bar;
    rows[at + TRADE.entryOrder] = lot.orderId;
    rows[at + TRADE.exitOrder] = orderId;
  }

  /** Changes the quantity held and keeps the list of what is held in sorted order. */
  #move(position: Position, change: number): void {
    const before = position.quantity;
    const after = before + change;
    const flat = position.lots === 0 || Math.abs(after) <= NOTHING * Math.abs(change);
    position.quantity = flat ? 0 : after;
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
