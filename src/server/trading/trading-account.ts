import { moneyRoundings } from "../../ledger/money.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import { roundedPercent, rounded, shownPrice } from "../numbers.ts";
import { mostShare } from "../../broker/sizing.ts";
import type { Order, OrderChanges } from "../../broker/order.ts";
import type { Rejection } from "../../broker/rejection.ts";
import { timesInForce } from "../../broker/times-in-force.ts";
import type { Phase } from "../../simulation/simulation.ts";
import { CommandQueue } from "../../engine/command-queue.ts";
import { targetOrders } from "../../engine/target-orders.ts";
import { OrderDrafts } from "../../engine/order-request.ts";
import type { Feed } from "../../market/feed.ts";
import { AccountRun } from "./account-run.ts";
import type { AccountState } from "./account-state.ts";
import type { Command, OrderMarks, Replace, Submit, SubmitPair, Target } from "./command.ts";
import type { AccountType, TradingVenue } from "./trading-venue.ts";
import type { AccountCounts } from "./session-store.ts";

/** How the numbers of an account are formatted for display. */
interface ShownDigits {
  /** Whether all digits are shown, so that clients can compute the same numbers as a backtest. */
  readonly exact: boolean;
  /** Number of decimals of the account's currency, to which its ledger rounds by default. */
  readonly moneyDecimals: number;
  readonly money: (value: number) => number;
  readonly percent: (value: number) => number;
  readonly to: (value: number, decimals: number) => number;
  /** Formats a price with at least six significant digits. */
  readonly price: (value: number, decimals: number) => number;
}

const unrounded = (value: number): number => value + 0;

/**
 * Returns how the numbers of an account are formatted. Money has all digits if the ledger does not round it. In lockstep sessions all
 * numbers have all digits.
 */
function shownDigits(exact: boolean, moneyDecimals: number, moneyRounding: RunSettings["moneyRounding"]): ShownDigits {
  if (exact) return { exact, moneyDecimals, money: unrounded, percent: unrounded, to: unrounded, price: unrounded };
  const money =
    moneyRoundings[moneyRounding].coin(moneyDecimals) === 0
      ? unrounded
      : (value: number): number => rounded(value, moneyDecimals);
  return { exact, moneyDecimals, money, percent: roundedPercent, to: rounded, price: shownPrice };
}

/** A command that creates orders, with the orders that passed the pre-trade check: one with exits, a pair, or a replacement. */
interface CheckedOrders {
  readonly command: Submit | SubmitPair | Replace;
  readonly first: Order;
  readonly second?: Order | undefined;
  readonly third?: Order | undefined;
}

/**
 * The account of one API key in one session. Its state follows from its commands and the recording alone, so repeating the commands
 * restores it.
 */
export class TradingAccount {
  /** Number of the account in its session, counted from 1. */
  readonly number: number;
  readonly keyId: string;
  readonly exchange: TradingVenue;
  readonly digits: ShownDigits;
  /** Market time at which the account was created or reset. */
  createdAt: number;
  cash: number;
  accountType: AccountType;
  run: AccountRun;
  /** Number of orders and fills before the last reset, after which numbering continues. */
  ordersBefore = 0;
  #phaseEquity = { time: NaN, equity: 0 };
  /** Orders that passed the check but are not submitted yet. Usually their command is executed next. */
  #checked: CheckedOrders | undefined;
  fillsBefore = 0;
  /** Number of events and ledger entries before the last reset. */
  toldBefore = 0;

  constructor(number: number, keyId: string, exchange: TradingVenue, time: number, phase: Phase) {
    this.number = number;
    this.keyId = keyId;
    this.exchange = exchange;
    this.createdAt = time;
    this.cash = exchange.settings.cash;
    this.accountType = exchange.accountType;
    this.run = this.#newRun(time, phase, this.cash, this.accountType);
    const { plan } = this.run.simulation;
    // Resetting the account changes neither its currency nor its instruments.
    this.digits = shownDigits(exchange.asBacktest, plan.currencyDecimals, plan.settings.moneyRounding);
  }

  /** Totals since the account was created or reset. */
  get counts(): AccountCounts {
    const { eventCount, fills, simulation } = this.run;
    return { events: eventCount, fills: fills.length, cash: simulation.portfolio.cash };
  }

  /** Returns the state of the account as plain data; undefined if the data would be incomplete. */
  snapshot(): AccountState | undefined {
    const { number, createdAt, cash, accountType, ordersBefore, fillsBefore, toldBefore, run, exchange } = this;
    if (exchange.asBacktest || run.simulation.broker.account.keepsMomentState === true) return undefined;
    return { number, createdAt, cash, accountType, ordersBefore, fillsBefore, toldBefore, run: run.snapshot() };
  }

  /** Restores the account from its state. */
  restore({ run: state, ...before }: AccountState): void {
    this.createdAt = before.createdAt;
    this.cash = before.cash;
    this.accountType = before.accountType;
    this.ordersBefore = before.ordersBefore;
    this.fillsBefore = before.fillsBefore;
    this.toldBefore = before.toldBefore;
    this.run = new AccountRun(this.exchange.plan(this.cash, this.accountType));
    this.run.restore(state);
  }

  /** Advances to a market time and phase. Returns whether an order or the ledger changed. */
  advance(time: number, phase: Phase): boolean {
    return this.run.advance(time, phase);
  }

  /** Returns the id in the broker's log for an order number; undefined if the order is from before the last reset. */
  idOf(number: number): number | undefined {
    const id = number - this.ordersBefore;
    return id > 0 && id <= this.run.notes.length ? id : undefined;
  }

  /** Returns why an order or replacement fails the pre-trade check now; undefined if it passes. */
  preTradeRejection(command: Submit | SubmitPair | Replace, time: number): Rejection | undefined {
    const { simulation } = this.run;
    simulation.wait(time);
    this.#dropChecked();
    this.#checked = this.#check(command, simulation.equity);
    const { rejection } = simulation.broker.submitter;
    if (rejection.reason === 0) return undefined;
    this.#dropChecked();
    return rejection;
  }

  /** Executes a command at the current market time. Returns the number of the first order that it creates; 0 for none. */
  apply(command: Command, time: number, phase: Phase): number {
    const { simulation } = this.run;
    simulation.wait(time);
    const { broker } = simulation;
    const equity = this.#equityAt(time);
    const next = this.ordersBefore + broker.log.length + 1;
    if (this.#checked?.command !== command) this.#dropChecked();
    switch (command.kind) {
      case "submit":
      case "pair":
      case "replace":
        this.#enter(this.#checked ?? this.#check(command, equity));
        break;
      case "cancel":
        broker.cancelAll(command.orders.map((order) => order - this.ordersBefore));
        break;
      case "close":
        broker.submitter.close(this.#feed(command.symbol), "", equity);
        break;
      case "target":
        this.#target(command, equity);
        break;
      case "reset":
        this.#reset(command.cash, command.accountType, time, phase);
        return 0;
      default:
    }
    this.run.collect(marksOf(command));
    return this.ordersBefore + broker.log.length >= next ? next : 0;
  }

  #target({ weights, buffer }: Target, equity: number): void {
    const { broker, feeds, portfolio } = this.run.simulation;
    const queue = new CommandQueue(broker);
    targetOrders(weights, buffer === undefined ? {} : { buffer }, feeds, portfolio, broker, queue);
    queue.execute(equity);
  }

  /** Ends the account's run. The settings decide whether this closes positions. */
  finalize(): void {
    this.run.simulation.finalize();
    this.run.collect();
  }

  /** Returns the equity to which order sizes refer. In lockstep sessions it is the equity before the first command of the step. */
  #equityAt(time: number): number {
    if (!this.exchange.asBacktest) return this.run.simulation.equity;
    if (this.#phaseEquity.time !== time) this.#phaseEquity = { time, equity: this.run.simulation.equity };
    return this.#phaseEquity.equity;
  }

  /** Creates the orders of a command, and makes the pre-trade check of each. */
  #check(command: CheckedOrders["command"], equity: number): CheckedOrders {
    const { submitter, open, rules } = this.run.simulation.broker;
    if (command.kind === "replace")
      return {
        command,
        first: submitter.checkReplacement(command.order - this.ordersBefore, changesOf(command), equity),
      };
    const drafts = new OrderDrafts(this.#feed(command.symbol), open, mostShare(rules.account.initialShare));
    const { sign } = command;
    if (command.kind === "submit") {
      const { takeProfit, stopLoss } = command.order;
      const first = drafts.order(sign, command.order);
      const profit = takeProfit === undefined ? undefined : drafts.takeProfit(sign, takeProfit, "");
      const loss = stopLoss === undefined ? undefined : drafts.stopLoss(sign, stopLoss, "");
      const second = profit ?? loss;
      const third = profit === undefined ? undefined : loss;
      submitter.check(first, equity, second, third);
      return { command, first, second, third };
    }
    // The exits of a long position sell, so their entry buys.
    const entry = -sign as 1 | -1;
    const first = drafts.takeProfit(entry, command.takeProfit, "");
    const second = drafts.stopLoss(entry, command.stopLoss, "");
    for (const exit of [first, second]) {
      exit.size = { quantity: command.quantity };
      exit.reduceOnly = rules.exits.links.reduceOnly;
      exit.timeInForce = timesInForce[command.timeInForce];
      if (command.expiresAt !== undefined) exit.expiresAt = command.expiresAt;
    }
    submitter.checkPair(first, second, equity);
    return { command, first, second };
  }

  /** Submits the orders that passed the check. */
  #enter({ command, first, second, third }: CheckedOrders): void {
    const { submitter } = this.run.simulation.broker;
    this.#checked = undefined;
    if (command.kind === "replace") submitter.enterReplacement(first);
    else if (command.kind === "pair") submitter.enterPair(first, second!);
    else submitter.enter(first, second, third);
  }

  /** Discards orders that passed the check but were not submitted. */
  #dropChecked(): void {
    if (this.#checked === undefined) return;
    const { first, second, third } = this.#checked;
    this.run.simulation.broker.submitter.discard(first, second, third);
    this.#checked = undefined;
  }

  #feed(symbol: string): Feed {
    return this.run.feed(symbol)!;
  }

  #reset(cash: number, accountType: AccountType, time: number, phase: Phase): void {
    // This may throw for an invalid amount of cash, so it comes before any change.
    const run = this.#newRun(time, phase, cash, accountType);
    this.ordersBefore += this.run.notes.length;
    this.fillsBefore += this.run.fills.length;
    this.toldBefore += this.run.reportedCount;
    this.cash = cash;
    this.accountType = accountType;
    this.createdAt = time;
    this.run = run;
  }

  #newRun(time: number, phase: Phase, cash: number, accountType: AccountType): AccountRun {
    const plan = this.exchange.plan(cash, accountType);
    if (!this.exchange.asBacktest) return new AccountRun(plan, { time, phase });
    // In lockstep sessions the account exists from the start, no matter when its client connects.
    const run = new AccountRun(plan);
    run.advance(time, phase);
    return run;
  }
}

function marksOf(command: Command): OrderMarks | undefined {
  if (command.kind === "replace") return { clientOrderId: command.clientOrderId, orderClass: "simple" };
  if (command.kind !== "submit" && command.kind !== "pair") return undefined;
  const { clientOrderId, orderClass } = command;
  // Most orders have neither a client order id nor an order class, so these share one object.
  return clientOrderId === null && orderClass === "simple" ? undefined : { clientOrderId, orderClass };
}

function changesOf({ changes: { timeInForce, ...changes } }: Replace): OrderChanges {
  return timeInForce === undefined ? changes : { ...changes, timeInForce: timesInForce[timeInForce] };
}
