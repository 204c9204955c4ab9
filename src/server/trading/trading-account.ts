import { moneyRoundings } from "../../ledger/money.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import { percent, rounded, shownPrice } from "../numbers.ts";
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
import type { AccountType, TradingPlace } from "./trading-place.ts";
import type { AccountCounts } from "./session-store.ts";

/** How the numbers of an account are shown. */
interface ShownDigits {
  /** Every digit is shown, so that who computes on as a batch run would comes to its numbers. */
  readonly exact: boolean;
  /** Those of the account's currency, to which its ledger rounds unless it is told not to. */
  readonly moneyDecimals: number;
  readonly money: (value: number) => number;
  readonly percent: (value: number) => number;
  readonly to: (value: number, decimals: number) => number;
  /** A price, in at least six significant digits. */
  readonly price: (value: number, decimals: number) => number;
}

const asIs = (value: number): number => value + 0;

/**
 * In the decimals of money and prices; money with all of its digits where the ledger keeps them, so that none is hidden; all digits of everything
 * where orders are taken as a run takes them.
 */
function shownDigits(exact: boolean, moneyDecimals: number, moneyRounding: RunSettings["moneyRounding"]): ShownDigits {
  if (exact) return { exact, moneyDecimals, money: asIs, percent: asIs, to: asIs, price: asIs };
  const money =
    moneyRoundings[moneyRounding].coin(moneyDecimals) === 0
      ? asIs
      : (value: number): number => rounded(value, moneyDecimals);
  return { exact, moneyDecimals, money, percent, to: rounded, price: shownPrice };
}

/** A command that makes orders, and the orders: one with its exits, a pair, or one in the place of another. */
interface Judged {
  readonly command: Submit | SubmitPair | Replace;
  readonly first: Order;
  readonly second?: Order | undefined;
  readonly third?: Order | undefined;
}

/**
 * The account of one key in one session. What happens to it is decided by its commands and the recording alone: applied at the same positions
 * they make the same account.
 */
export class TradingAccount {
  /** Counts the accounts of a session from 1. */
  readonly number: number;
  readonly keyId: string;
  readonly exchange: TradingPlace;
  readonly digits: ShownDigits;
  /** When it was made or reset, market time. */
  createdAt: number;
  cash: number;
  accountType: AccountType;
  run: AccountRun;
  /** Orders and fills of the runs before: they count on. */
  ordersBefore = 0;
  #decision = { time: NaN, equity: 0 };
  /** The orders that were judged last and not entered yet: their command is most often done next. */
  #judged: Judged | undefined;
  fillsBefore = 0;
  /** What was to be told of the runs before: events of orders and entries of the ledger. */
  toldBefore = 0;

  constructor(number: number, keyId: string, exchange: TradingPlace, time: number, phase: Phase) {
    this.number = number;
    this.keyId = keyId;
    this.exchange = exchange;
    this.createdAt = time;
    this.cash = exchange.settings.cash;
    this.accountType = exchange.accountType;
    this.run = this.#begun(time, phase, this.cash, this.accountType);
    const { plan } = this.run.simulation;
    // A reset changes neither currency nor instruments.
    this.digits = shownDigits(exchange.asRun, plan.currencyDecimals, plan.settings.moneyRounding);
  }

  /** What it has come to since it was made or reset. */
  get counts(): AccountCounts {
    const { eventCount, fills, simulation } = this.run;
    return { events: eventCount, fills: fills.length, cash: simulation.portfolio.cash };
  }

  /** What it is now, as plain data; undefined where that is not all. */
  snapshot(): AccountState | undefined {
    const { number, createdAt, cash, accountType, ordersBefore, fillsBefore, toldBefore, run, exchange } = this;
    if (exchange.asRun || run.simulation.broker.account.keepsMomentState === true) return undefined;
    return { number, createdAt, cash, accountType, ordersBefore, fillsBefore, toldBefore, run: run.snapshot() };
  }

  /** Goes on from what it was. */
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

  /** Goes on to a position. Returns whether anything happened to an order or to the ledger. */
  advance(time: number, phase: Phase): boolean {
    return this.run.advance(time, phase);
  }

  /** The id in the broker's log of the order of a number; undefined for one that is not there. */
  idOf(number: number): number | undefined {
    const id = number - this.ordersBefore;
    return id > 0 && id <= this.run.notes.length ? id : undefined;
  }

  /** Why an order or other terms for one are refused now; undefined when they are not. */
  refusal(command: Submit | SubmitPair | Replace, time: number): Rejection | undefined {
    const { simulation } = this.run;
    simulation.wait(time);
    this.#drop();
    this.#judged = this.#judge(command, simulation.equity);
    const { rejection } = simulation.broker.submitter;
    if (rejection.reason === 0) return undefined;
    this.#drop();
    return rejection;
  }

  /** Does what a client asked for, at the position at which the account stands. Returns the number of the first order that it made; 0 for none. */
  apply(command: Command, time: number, phase: Phase): number {
    const { simulation } = this.run;
    simulation.wait(time);
    const { broker } = simulation;
    const equity = this.#equityAt(time);
    const next = this.ordersBefore + broker.log.length + 1;
    if (this.#judged?.command !== command) this.#drop();
    switch (command.kind) {
      case "submit":
      case "pair":
      case "replace":
        this.#enter(this.#judged ?? this.#judge(command, equity));
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
    this.run.absorb(marksOf(command));
    return this.ordersBefore + broker.log.length >= next ? next : 0;
  }

  #target({ weights, buffer }: Target, equity: number): void {
    const { broker, feeds, portfolio } = this.run.simulation;
    const queue = new CommandQueue(broker);
    targetOrders(weights, buffer === undefined ? {} : { buffer }, feeds, portfolio, broker, queue);
    queue.execute(equity);
  }

  /** The run is over: what is held is closed. */
  finalize(): void {
    this.run.simulation.finalize();
    this.run.absorb();
  }

  /** What sizes are a share of: where commands are those of a phase, equity as it was before the first of them. */
  #equityAt(time: number): number {
    if (!this.exchange.asRun) return this.run.simulation.equity;
    if (this.#decision.time !== time) this.#decision = { time, equity: this.run.simulation.equity };
    return this.#decision.equity;
  }

  /** Makes the orders of a command, and has them judged. */
  #judge(command: Judged["command"], equity: number): Judged {
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
    // The exits of a long position sell.
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

  /** Enters the orders that were judged last. */
  #enter({ command, first, second, third }: Judged): void {
    const { submitter } = this.run.simulation.broker;
    this.#judged = undefined;
    if (command.kind === "replace") submitter.enterReplacement(first);
    else if (command.kind === "pair") submitter.enterPair(first, second!);
    else submitter.enter(first, second, third);
  }

  /** Takes back the orders that were judged last, where they were not entered. */
  #drop(): void {
    if (this.#judged === undefined) return;
    const { first, second, third } = this.#judged;
    this.run.simulation.broker.submitter.discard(first, second, third);
    this.#judged = undefined;
  }

  #feed(symbol: string): Feed {
    return this.run.feed(symbol)!;
  }

  #reset(cash: number, accountType: AccountType, time: number, phase: Phase): void {
    // It may refuse the cash: then all is as it was.
    const run = this.#begun(time, phase, cash, accountType);
    this.ordersBefore += this.run.notes.length;
    this.fillsBefore += this.run.fills.length;
    this.toldBefore += this.run.told;
    this.cash = cash;
    this.accountType = accountType;
    this.createdAt = time;
    this.run = run;
  }

  #begun(time: number, phase: Phase, cash: number, accountType: AccountType): AccountRun {
    const plan = this.exchange.plan(cash, accountType);
    if (!this.exchange.asRun) return new AccountRun(plan, { time, phase });
    // A client that moves its run has had its account from the start, whenever it asks.
    const run = new AccountRun(plan);
    run.advance(time, phase);
    return run;
  }
}

function marksOf(command: Command): OrderMarks | undefined {
  if (command.kind === "replace") return { clientOrderId: command.clientOrderId, orderClass: "simple" };
  if (command.kind !== "submit" && command.kind !== "pair") return undefined;
  const { clientOrderId, orderClass } = command;
  // Most orders have neither a name nor a class of their own, and share their marks.
  return clientOrderId === null && orderClass === "simple" ? undefined : { clientOrderId, orderClass };
}

function changesOf({ changes: { timeInForce, ...changes } }: Replace): OrderChanges {
  return timeInForce === undefined ? changes : { ...changes, timeInForce: timesInForce[timeInForce] };
}
