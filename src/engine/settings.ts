import { dividendRules, endedBars } from "../simulation/simulation-plan.ts";
import { graphPrices } from "../market/action-factors.ts";
import { barHours } from "../market/schedule.ts";
import { moneyRoundings } from "../ledger/money.ts";
import type { ModelSettings } from "../broker/model.ts";
import { commissions } from "../broker/commission/catalog.ts";
import { admissions } from "../broker/admission.ts";
import { accountKinds, callRules, executionRules, ruinRules, shortRules } from "../broker/models/account.ts";
import { entryBars, exitLinks, exitSides } from "../broker/models/exits.ts";
import type { ModelPart } from "../broker/models/execution-model.ts";
import { limitFills, stopGaps, stopLimitFills, trailFills, trailFollowings } from "../broker/models/fills.ts";
import { restingViews } from "../broker/models/liquidity.ts";
import { closings } from "../broker/models/orders.ts";
import { sequences } from "../broker/models/sequence.ts";
import { sizeTimes, sizings } from "../broker/models/sizing.ts";
import { limitSlippages, slippageReaches, slippages, tickRoundings } from "../broker/models/slippage.ts";
import { bookings, endings, marketFills } from "../broker/models/timing.ts";
import { conventions } from "./conventions/catalog.ts";
import {
  boolean,
  choice,
  choiceOrOwn,
  currencyCode,
  model,
  moment,
  money,
  number,
  own,
  type SettingKind,
  startingCash,
  whole,
  zoneName,
} from "./setting-kinds.ts";

/** Settings that belong together in help and reference. */
export type SettingGroup = "data" | "strategy" | "account" | "costs" | "fills";

/** One setting of a run: all that is known of it but the texts about it. */
export interface Setting<T> {
  readonly group: SettingGroup;
  /** The part of the execution model that it chooses or tunes. */
  readonly part?: ModelPart;
  readonly flag: `--${string}`;
  readonly kind: SettingKind<T>;
  readonly default: T;
}

/** Names by the values that a table of them holds. */
const named = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

const setting = <T>(
  group: SettingGroup,
  flag: Setting<T>["flag"],
  kind: SettingKind<T>,
  standard: NoInfer<T>,
  part?: ModelPart,
): Setting<T> => Object.freeze({ group, flag, kind, default: standard, ...(part !== undefined && { part }) });

const rate = number(0, 10);
const share = number(0, 1);
const NONE: ModelSettings = Object.freeze({ model: "none" });

/**
 * Every setting of a run: a row each, in the order in which results show them: group, flag, kind, default, part of the execution model. The comment
 * above a row is the text of the reference page, `docs/reference/settings.md`. Texts of help and reports are in `src/report/setting-texts.ts`, since pages with
 * a backtest do not need them.
 */
export const SETTINGS = {
  /**
   * Engine whose rules apply where you give no setting: this one, or another, with its fills, sizes, costs and formulas of metrics. Every setting that
   * you give overrides its conventions.
   */
  conventions: setting("fills", "--conventions", choice(named(conventions)), "hindcast"),
  /** Cash at the start, in account currency. */
  cash: setting("account", "--cash", startingCash, 100_000),
  /** Currency of the account, in which cash, equity and results are counted. */
  currency: setting("account", "--currency", currencyCode, "USD"),
  /**
   * What the account may open. `cash`: buys no more than cash pays for and sells no more than it holds. `margin`: long and short on credit, as far as
   * equity covers the initial share of all exposure. `cash-flow`: long and short as long as cash, which short sales increase, stays above zero.
   * `free-margin`: long and short as far as, at the fill, equity beyond the initial share of what is held reaches. `buying-power`: the same, checked
   * for each order by itself when it is submitted and at every bar until it fills. `unchecked`: no order is rejected.
   */
  account: setting("account", "--account", choice(named(accountKinds)), "cash", "account"),
  /**
   * Order in which the orders of one moment are checked and accepted. `reducing-first`: orders that reduce positions come first, so that they pay for the
   * rest; orders from the `onBar` hooks of several symbols go by the turnover of their last bars. `as-submitted`: the order of the calls.
   */
  admission: setting("fills", "--admission", choice(named(admissions)), "reducing-first", "orders"),
  /** Share of exposure that equity must cover to open a position. */
  initialMargin: setting("account", "--initial-margin", number(0.001, 10), 0.5, "account"),
  /** Share of exposure that equity must cover to keep a position; below it the account is liquidated. At most `initialMargin`. */
  maintenanceMargin: setting("account", "--maintenance-margin", number(0, "initialMargin"), 0.25, "account"),
  /** Money that one unit ties up in a `cash-flow` account, long or short, as a contract does. 0: units are paid in full. */
  unitMargin: setting("account", "--unit-margin", money, 0, "account"),
  /** Annual rate paid on borrowed cash, a fraction. */
  debitRate: setting("account", "--debit-rate", rate, 0, "costs"),
  /** Annual rate earned on cash, a fraction. */
  creditRate: setting("account", "--credit-rate", rate, 0, "costs"),
  /** Annual rate paid on the value of short positions, a fraction. */
  borrowRate: setting("account", "--borrow-rate", rate, 0, "costs"),
  /** First session, inclusive: `YYYY-MM-DD` or an instant; empty for the first there is. A bar that begins before it is warm-up. */
  from: setting("data", "--from", moment, ""),
  /**
   * Last session, inclusive: `YYYY-MM-DD` or an instant; empty for the last there is. A bar that ends after it takes no part, since its close is not known
   * by then. With a date, bars of a day or longer belong to the dates that they bear, whatever `zone` is; with an instant, they must have ended by then.
   */
  to: setting("data", "--to", moment, ""),
  /**
   * Time zone in which `from` and `to` are dates of bars shorter than a day, and reports show times. Dates in results are those of sessions and do not depend on it. Without it a run
   * has the zone of its data, which its result names: the zone of the bars, or of a calendar east of UTC; else UTC.
   */
  zone: setting("data", "--zone", zoneName, "UTC"),
  /** Bars before `from` that indicators see; -1 for all there are. */
  warmupBars: setting("strategy", "--warmup", whole(-1), -1),
  /** Bars that take part: those of regular hours, or also those before the open and after the close. Without a calendar there are no others. */
  hours: setting("data", "--hours", choice(named(barHours)), "regular"),
  /** Adjustment of the prices that indicators read: for splits, or for splits and dividends. */
  graphPrices: setting("strategy", "--graph-prices", choice(named(graphPrices)), "splits"),
  /** Dividends on their ex-date: paid to long positions and by short ones, or ignored. */
  dividends: setting("account", "--dividends", choice(named(dividendRules)), "pay"),
  /**
   * Commission of a fill: a share of its value, such as 0.001, or a model and its parameters, such as `{ model: "per-share", amount: 0.005 }`; or what
   * `defineCommission` returns.
   */
  commission: setting("costs", "--commission", model(commissions, "percent"), NONE, "costs"),
  /** Slippage of a fill: a model and its parameters, such as `{ model: "bps", bps: 5 }`; or what `defineSlippage` returns. */
  slippage: setting("costs", "--slippage", model(slippages), NONE, "slippage"),
  /** Largest share of a bar's volume that orders may fill; the rest waits. 0 for no limit. */
  volumeShare: setting("costs", "--volume-share", share, 0, "liquidity"),
  /** Units that a bar gives to orders, by a function of your own: what `defineLiquidity` returns. Without it they go by `volumeShare`. */
  liquidity: setting("costs", "--liquidity", own("liquidity"), undefined, "liquidity"),
  /** Milliseconds from a decision until its order reaches the market. */
  latencyMs: setting("costs", "--latency", number(0, 1e12), 0, "timing"),
  /**
   * Price at which a market order that is decided at a close fills. `next-open`: the first later price, the open of the next bar. `next-close`: the close
   * of the next bar. `same-close`: the very close at which it is decided, which is impossible in a real market; the summary warns.
   */
  fillAt: setting("fills", "--fill-at", choice(named(marketFills)), "next-open", "timing"),
  /** Moment at which a size becomes a quantity, floored to the lot, commission included: at submission on the last price, or at the fill on its price. */
  sizeAt: setting("fills", "--size-at", choice(named(sizeTimes)), "at-submission", "sizing"),
  /**
   * Quantity that a share of equity becomes. `affordable`: the most that it pays for with commission. `net-of-commission`: what equity less the
   * commission pays for. `value`: what is worth the share, commission on top. `near-value`: the same, or the whole lot that is within a ten-thousandth.
   * In a `free-margin` account it is a share of the free margin. Or what `defineSizing` returns.
   */
  sizing: setting("fills", "--sizing", choiceOrOwn("sizing", named(sizings)), "affordable", "sizing"),
  /** Share of equity that sizes by share leave unused. */
  cashBuffer: setting("fills", "--cash-buffer", share, 0, "sizing"),
  /** Life of an order that names no time in force: its session, or until it is canceled. */
  orderLife: setting("fills", "--order-life", choice(["day", "gtc"]), "day", "orders"),
  /** Whether a new order cancels the earlier orders for its symbol, except exits, and closes the position. */
  exclusiveOrders: setting("fills", "--exclusive-orders", boolean, false, "orders"),
  /**
   * What `close()` does. `cancels`: it cancels the open orders that would reduce the position and then closes it, never more. `reduces`: it leaves them
   * and closes the position, never more. `plain`: it submits an ordinary market order for what is held.
   */
  closing: setting("fills", "--closing", choice(named(closings)), "cancels", "orders"),
  /**
   * Moment at which fills are booked. `price-event`: as they happen. `bar-close`: when their bar closes. Market orders still fill at its open, but money
   * is then counted at a close that was unknown at that open.
   */
  bookAt: setting("fills", "--book-at", choice(named(bookings)), "price-event", "timing"),
  /**
   * How much of a bar resting orders can see. `bar`: all of it. `close`: its close. `traded-close`: its close, as far as its volume reaches, and nothing of
   * a bar without volume.
   */
  restingSee: setting("fills", "--resting-see", choice(named(restingViews)), "bar", "timing"),
  /**
   * How an order that closes one position and opens another fills. `order`: once. `trade`: once for each trade that it closes and once for what it opens;
   * only the last of these slips.
   */
  fillsBy: setting("fills", "--fills-by", choice(named(executionRules)), "order", "account"),
  /**
   * Slippage of limit orders. `none`: they never slip. `slips`: like all orders. `waits`: they wait while slippage would break the limit. `to-limit`: they
   * slip no further than to the limit. `by-model`: they wait where slippage is by volume, and otherwise take any price once reached.
   */
  limitSlippage: setting("fills", "--limit-slippage", choice(named(limitSlippages)), "none", "slippage"),
  /** How far slippage may move a price: as far as its model says, or no further than the bar traded, as far as that is known at the fill. */
  slippageReach: setting("fills", "--slippage-reach", choice(named(slippageReaches)), "unbounded", "slippage"),
  /**
   * Prices that are rounded to ticks. `fills`: fills that slipped, to the next tick that is no better. `orders`: limits and stops, to the next tick that is
   * better for the trader, or to cents where there are no ticks. `none`: nothing.
   */
  tickRounding: setting("fills", "--tick-rounding", choice(named(tickRoundings)), "fills", "slippage"),
  /** What happens once equity is gone: the run goes on, or all positions are closed and the debt is forgiven. */
  ruin: setting("fills", "--ruin", choice(named(ruinRules)), "goes-on", "account"),
  /**
   * When a margin account is liquidated. `in-bar`: inside the bar whose worst side takes equity below the maintenance margin, at the price where it meets
   * that margin. `at-close`: at the next price after a bar that closes below it.
   */
  marginCalls: setting("fills", "--margin-calls", choice(named(callRules)), "in-bar", "account"),
  /** What happens to an order when money is short at the fill: it is reduced to what cash buys, it is canceled, or cash goes below zero. */
  shortCash: setting("fills", "--short-cash", choice(named(shortRules)), "reduce", "account"),
  /**
   * Fill rules of your own for limits, stops and trailing stops: what `defineFills` returns. Types of orders that it leaves out fill by the settings below.
   */
  fills: setting("fills", "--fills", own("fills"), undefined, "fills"),
  /** What fills a limit order: a price that touches the limit, or only one beyond it. When the bar opens beyond it, it fills at the open. */
  limitFill: setting("fills", "--limit-fill", choice(named(limitFills)), "touch", "fills"),
  /** Where a stop fills when the bar opens beyond it: at the open, which is worse, or at the stop, a price that was never available. */
  stopGap: setting("fills", "--stop-gap", choice(named(stopGaps)), "at-open", "fills"),
  /**
   * Where a stop limit fills inside the bar that reaches its stop. `proven`: where the bar proves it. `at-stop`: at the stop, if the limit lies beyond it,
   * also when the bar opened beyond the stop. `turned`: as proven, but inside the bar only where the limit lies beyond the stop or the bar moved against
   * the order from its open to its close. Otherwise it waits as a limit. `by-close`, in that bar and later: at the limit, or at the bar's end where that
   * is worse, when the bar closes beyond the limit.
   */
  stopLimitFill: setting("fills", "--stop-limit-fill", choice(named(stopLimitFills)), "proven", "fills"),
  /** Price of each completed bar that a trailing stop follows: the best one, or the close. */
  trailFollows: setting("fills", "--trail-follows", choice(named(trailFollowings)), "extremes", "fills"),
  /** Where a trailing stop fills: as a stop does, or at its stop or the close of its bar, whichever is worse. */
  trailFill: setting("fills", "--trail-fill", choice(named(trailFills)), "at-stop", "fills"),
  /**
   * Order of events inside a bar that reaches orders on both sides of its open. `pessimistic`: the worse one first. `optimistic`: the better one first.
   * `ohlc`: the high first. `olhc`: the low first. `nearest-extreme`: the extreme nearer to the open first. `drill-down`: as finer bars show, else the
   * worse one. `band`: the worse one, and the other result is reported too. `queue`: orders fill in the order of submission, but those that only
   * close a position by market or stop come first. `as-given`: strictly in the order of submission, across symbols.
   */
  intrabar: setting("fills", "--intrabar", choice(named(sequences)), "pessimistic", "sequence"),
  /**
   * When exits may fill in the bar of their entry. `same-bar`: from the fill on, the stop first. `next-bar`: from the next bar on. `proven`: in that bar as
   * far as it proves the fill: the exits of a market order, and the profit of a stop when the bar does not reach its loss.
   */
  entryBarExits: setting("fills", "--entry-bar-exits", choice(named(entryBars)), "same-bar", "exits"),
  /**
   * Price that take-profit and stop-loss must bracket; otherwise the order is rejected with its exits. `expected-price`: the price at which the entry may be
   * expected to fill. `own-price`: the entry's own limit or stop, wherever the market is. `unchecked`: none.
   */
  exitSides: setting("fills", "--exit-sides", choice(named(exitSides)), "expected-price", "exits"),
  /**
   * What the exits of an order are. `reduce-only`: they only reduce the position, by what the order filled. `plain`: orders of their own, of the size of the
   * order, that wait until it has filled completely and may open a position.
   */
  exits: setting("fills", "--exits", choice(named(exitLinks)), "reduce-only", "exits"),
  /**
   * What happens to open positions at the end. `mark`: they are marked at the last price and not counted as closed trades. `finalize`: they are closed at the
   * last price, commission included. `finalize-at-open`: the same at the open of the symbol's last bar. Positions in symbols whose bars have ended
   * before are only marked: by the calendar a session has passed without a bar, without one more than a long weekend of four days.
   */
  atEnd: setting("fills", "--at-end", choice(named(endings)), "mark", "timing"),
  /**
   * What happens to positions in a symbol whose bars end before the run does, without a declared delisting. `hold`: they stay at the last price. `settle`:
   * they are settled at that price after 31 days without a bar, or at the end of the run.
   */
  barsEnd: setting("fills", "--bars-end", choice(named(endedBars)), "hold"),
  /** Whether amounts of money are rounded to the currency's decimals, half away from zero. */
  moneyRounding: setting("account", "--money-rounding", choice(named(moneyRoundings)), "currency"),
  /** Annual risk-free rate for ratios, a fraction. */
  riskFreeRate: setting("account", "--risk-free", number(-1, 10), 0),
  /** Return of a session below which it counts as downside, a fraction. */
  minimumReturn: setting("account", "--minimum-return", number(-1, 10), 0),
  /** Sessions in a year. 0 takes it from the data: 252, or 365 when weekends trade, 52 for weeks, 12 for months. */
  sessionsPerYear: setting("account", "--sessions-per-year", number(0, 1e6), 0),
  /** Seed of the strategy's random numbers. */
  seed: setting("strategy", "--seed", whole(0, 2 ** 32 - 1), 1),
} as const;

/** The values that settings take, by name. */
export type SettingValues<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer T> ? T : never;
};

export type SettingName = keyof typeof SETTINGS;

/** Every setting with its name, in the order of the table. */
export const SETTING_ROWS: readonly (readonly [SettingName, Setting<unknown>])[] = Object.entries(SETTINGS) as [
  SettingName,
  Setting<unknown>,
][];
