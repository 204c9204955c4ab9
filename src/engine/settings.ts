import { dividendRules, endedBars } from "../simulation/simulation-plan.ts";
import { graphAdjustments } from "../market/action-factors.ts";
import { barHours } from "../market/schedule.ts";
import { moneyRoundings } from "../ledger/money.ts";
import type { ModelSettings } from "../broker/model.ts";
import { commissions } from "../broker/commission/catalog.ts";
import { admissions } from "../broker/admission.ts";
import { accountKinds, callRules, executionRules, ruinRules, shortfallRules } from "../broker/models/account.ts";
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
  choiceOrCustom,
  currencyCode,
  model,
  moment,
  money,
  number,
  customPart,
  type SettingKind,
  startingCash,
  integer,
  zoneName,
} from "./setting-kinds.ts";

/** Group of settings that help and reference show together. */
export type SettingGroup = "data" | "strategy" | "account" | "costs" | "fills";

/** One setting of a run: its kind, default, flag and group. Texts about settings are in `src/report/setting-texts.ts`. */
export interface Setting<T> {
  readonly group: SettingGroup;
  /** Part of the execution model that the setting selects or tunes. */
  readonly part?: ModelPart;
  readonly flag: `--${string}`;
  readonly kind: SettingKind<T>;
  readonly default: T;
}

/** Returns the names of a table's rows, as the values of a setting. */
const named = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

const setting = <T>(
  group: SettingGroup,
  flag: Setting<T>["flag"],
  kind: SettingKind<T>,
  defaultValue: NoInfer<T>,
  part?: ModelPart,
): Setting<T> => Object.freeze({ group, flag, kind, default: defaultValue, ...(part !== undefined && { part }) });

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
   * Engine whose fill rules, order sizes, costs and metric formulas the run uses. `hindcast`: the defaults on this page. The other values
   * imitate the engine of that name. Each setting that you give overrides its conventions.
   */
  conventions: setting("fills", "--conventions", choice(named(conventions)), "hindcast"),
  /** Starting cash, in account currency. */
  cash: setting("account", "--cash", startingCash, 100_000),
  /** Currency of the account, in which cash, equity and results are counted. */
  currency: setting("account", "--currency", currencyCode, "USD"),
  /**
   * Kind of account, which limits what orders may open. `cash`: buys no more than cash pays for and sells no more than it holds. `margin`:
   * long and short, as long as equity covers the initial margin of all exposure. `cash-flow`: long and short while cash, which short sales
   * increase, stays above zero. `free-margin`: long and short as far as free margin allows, checked at the fill. Free margin is equity less
   * the initial margin of the positions. `buying-power`: as `free-margin`, but each order is checked alone, when it is submitted and at
   * every bar until it fills. `unchecked`: no order is rejected.
   */
  account: setting("account", "--account", choice(named(accountKinds)), "cash", "account"),
  /**
   * Order in which simultaneous orders are checked and accepted. `reducing-first`: orders that reduce positions come first, so that their
   * proceeds pay for the others. Orders from the `onBar` hooks of several symbols are sorted by the turnover of the symbols' last bars,
   * highest first. `as-submitted`: in the order of the calls.
   */
  admission: setting("fills", "--admission", choice(named(admissions)), "reducing-first", "orders"),
  /** Equity required to open a position, as a share of the value of all positions, in the accounts with margin. 0.5 allows positions worth twice the equity. */
  initialMargin: setting("account", "--initial-margin", number(0.001, 10), 0.5, "account"),
  /** Equity required to avoid liquidation, as a share of the value of all positions. At most `initialMargin`. */
  maintenanceMargin: setting("account", "--maintenance-margin", number(0, "initialMargin"), 0.25, "account"),
  /** Margin that each unit of a long or short position requires, as for a futures contract, if `account` is `cash-flow`. 0: each unit is paid in full, at its price. */
  unitMargin: setting("account", "--unit-margin", money, 0, "account"),
  /** Annual financing rate on borrowed cash, as a fraction. */
  debitRate: setting("account", "--debit-rate", rate, 0, "costs"),
  /** Annual interest earned on idle cash, as a fraction. */
  creditRate: setting("account", "--credit-rate", rate, 0, "costs"),
  /** Annual borrow fee on the value of short positions, as a fraction. */
  borrowRate: setting("account", "--borrow-rate", rate, 0, "costs"),
  /**
   * First session, inclusive: `YYYY-MM-DD` or an instant; empty for the first session in the data. Earlier bars only warm up indicators.
   */
  from: setting("data", "--from", moment, ""),
  /**
   * Last session, inclusive: `YYYY-MM-DD` or an instant; empty for the last session in the data. Bars that end later are not used, since
   * their close is not known by then. If `to` is a date, a bar of a day or longer is compared by its own date, whatever `zone` is. If `to`
   * is an instant, the bar must have ended by then.
   */
  to: setting("data", "--to", moment, ""),
  /**
   * Time zone of `from` and `to` for bars shorter than a day, and of times in reports. Dates in results are dates of sessions and do not
   * depend on this setting. By default, a run uses the zone of its bars, or of a calendar east of UTC, otherwise UTC. The result names the zone.
   */
  zone: setting("data", "--zone", zoneName, "UTC"),
  /** Number of bars before `from` that warm up indicators. -1: all bars in the data. */
  warmupBars: setting("strategy", "--warmup", integer(-1), -1),
  /** Trading hours whose bars are used. `regular`: between open and close. `extended`: also before the open and after the close. Needs a calendar. */
  hours: setting("data", "--hours", choice(named(barHours)), "regular"),
  /**
   * Adjustment of the prices that indicators read. `splits`: adjusted for splits. `splits-and-dividends`: adjusted for splits and
   * dividends.
   */
  graphPrices: setting("strategy", "--graph-prices", choice(named(graphAdjustments)), "splits"),
  /**
   * Treatment of dividends on their ex-date. `pay`: long positions receive and short positions pay them. `ignore`: dividends are not
   * booked.
   */
  dividends: setting("account", "--dividends", choice(named(dividendRules)), "pay"),
  /**
   * Commission per fill: a share of its value, such as 0.001, or a model with its parameters, such as `{ model: "per-share", amount: 0.005 }`. A custom
   * model is the return value of `defineCommission`.
   */
  commission: setting("costs", "--commission", model(commissions, "percent"), NONE, "costs"),
  /** Slippage per fill: a model with its parameters, such as `{ model: "bps", bps: 5 }`, or the return value of `defineSlippage`. */
  slippage: setting("costs", "--slippage", model(slippages), NONE, "slippage"),
  /** Largest share of a bar's volume that orders can fill; the remaining quantity waits for later bars. 0: no limit. */
  volumeShare: setting("costs", "--volume-share", share, 0, "liquidity"),
  /** Custom function for the quantity that a bar can fill: the return value of `defineLiquidity`. By default, `volumeShare` limits it. */
  liquidity: setting("costs", "--liquidity", customPart("liquidity"), undefined, "liquidity"),
  /** Milliseconds from the submission of an order until it reaches the market. */
  latencyMs: setting("costs", "--latency", number(0, 1e12), 0, "timing"),
  /**
   * Price at which a market order submitted at a close fills. `next-open`: the first later price, the open of the next bar. `next-close`: the close
   * of the next bar. `same-close`: the close at which it was submitted, which is impossible in a real market; the summary warns.
   */
  fillAt: setting("fills", "--fill-at", choice(named(marketFills)), "next-open", "timing"),
  /**
   * Time at which the size of an order becomes a quantity, rounded down to the lot. `at-submission`: when the order is submitted, at the
   * last price. `at-fill`: when the order fills, at the fill price.
   */
  sizeAt: setting("fills", "--size-at", choice(named(sizeTimes)), "at-submission", "sizing"),
  /**
   * Position sizing: how an order of `percent`, a share of equity, becomes a quantity. All rules round down to the lot. `affordable`: the
   * value plus the commission is at most the share. `net-of-commission`: the value is at most the share of what remains of equity after the
   * commission. `value`: the value is at most the share, and the commission comes on top. `near-value`: as `value`, but a quantity within
   * 0.0001 lots of a whole lot is rounded to that lot. In a `free-margin` account, `percent` is a share of free margin instead. A custom
   * rule is the return value of `defineSizing`.
   */
  sizing: setting("fills", "--sizing", choiceOrCustom("sizing", named(sizings)), "affordable", "sizing"),
  /** Share of equity that orders sized by a percentage leave unused. */
  cashBuffer: setting("fills", "--cash-buffer", share, 0, "sizing"),
  /** Time in force of orders that do not specify one. `day`: until the end of their session. `gtc`: until canceled. */
  orderLife: setting("fills", "--order-life", choice(["day", "gtc"]), "day", "orders"),
  /** Whether a new order first cancels the other orders of its symbol, except exits, and closes the position. */
  exclusiveOrders: setting("fills", "--exclusive-orders", boolean, false, "orders"),
  /**
   * What `close()` does with the symbol's open orders. `cancels`: it cancels those that would reduce the position, then closes it. `reduces`: it leaves
   * them, and its own order never does more than close the position. `plain`: it submits an ordinary market order for the quantity held.
   */
  closing: setting("fills", "--closing", choice(named(closings)), "cancels", "orders"),
  /**
   * Time at which fills are booked. `price-event`: when they happen. `bar-close`: when their bar closes. Market orders still fill at the
   * open of the bar, but money is counted at its close, which is unknown at the open.
   */
  bookAt: setting("fills", "--book-at", choice(named(bookings)), "price-event", "timing"),
  /**
   * Prices of a bar that resting orders (limits, stops and trailing stops) are matched against. `bar`: open, high, low and close. `close`:
   * only the close, so an order fills at the close if the close reaches its price. `traded-close`: as `close`, but a bar without volume
   * triggers no orders, and a bar triggers no further orders once they have used the volume that it offers.
   */
  restingSee: setting("fills", "--resting-see", choice(named(restingViews)), "bar", "timing"),
  /**
   * Number of fills of an order that reverses a position. `order`: one. `trade`: one for each trade that it closes and one for the trade
   * that it opens; only the opening fill has slippage.
   */
  fillsBy: setting("fills", "--fills-by", choice(named(executionRules)), "order", "account"),
  /**
   * Slippage of limit orders. `none`: they have no slippage. `slips`: they have slippage like other orders, even beyond the limit. `waits`:
   * they have slippage, but do not fill while it would take the price beyond the limit. `to-limit`: they have slippage, but fill at the
   * limit at worst. `by-model`: as `waits` with the slippage model `volume-share`, and as `slips` with any other model. With any other
   * model, once a close has reached the limit, an unfilled quantity fills at later closes, even beyond the limit.
   */
  limitSlippage: setting("fills", "--limit-slippage", choice(named(limitSlippages)), "none", "slippage"),
  /**
   * How far slippage may move a price. `unbounded`: as far as the slippage model says. `bar`: at most to the bar's high for a buy, or to
   * its low for a sell. A fill at an open is unbounded, since high and low are not known yet.
   */
  slippageReach: setting("fills", "--slippage-reach", choice(named(slippageReaches)), "unbounded", "slippage"),
  /**
   * Prices that are rounded to the instrument's ticks. `fills`: fill prices after slippage, to the next tick that is no better for the
   * trader. `orders`: limit and stop prices, to a tick that is better for the trader, or to cents if the instrument has no tick. `none`: no
   * prices.
   */
  tickRounding: setting("fills", "--tick-rounding", choice(named(tickRoundings)), "fills", "slippage"),
  /** What happens when equity falls to zero or below. `goes-on`: the run continues. `ends`: all positions are closed and the debt is forgiven. */
  ruin: setting("fills", "--ruin", choice(named(ruinRules)), "goes-on", "account"),
  /**
   * When a margin account is liquidated. `in-bar`: inside the bar whose worst price takes equity below the maintenance margin, at the price where equity
   * equals that margin. `at-close`: at the next price after a bar that closes below it.
   */
  marginCalls: setting("fills", "--margin-calls", choice(named(callRules)), "in-bar", "account"),
  /**
   * What happens to an order that costs more than the account can pay at the fill. `reduce`: it fills the quantity that cash pays for, and
   * the remaining quantity is canceled. `reject`: it is canceled. `allow-negative`: it fills and cash goes below zero.
   */
  shortCash: setting("fills", "--short-cash", choice(named(shortfallRules)), "reduce", "account"),
  /**
   * Custom fill rules for limits, stops and trailing stops: the return value of `defineFills`. Order types without a custom rule fill by
   * `limitFill`, `stopGap`, `stopLimitFill`, `trailFollows` and `trailFill`.
   */
  fills: setting("fills", "--fills", customPart("fills"), undefined, "fills"),
  /**
   * Price that a bar must reach to fill a limit order. `touch`: the limit itself. `trade-through`: a price beyond the limit; the fill is
   * still at the limit. If the bar opens beyond the limit, the order fills at the open.
   */
  limitFill: setting("fills", "--limit-fill", choice(named(limitFills)), "touch", "fills"),
  /**
   * Where a stop fills when the bar opens beyond it. `at-open`: at the open, which is worse. `at-stop`: at the stop, although the market
   * was not at that price.
   */
  stopGap: setting("fills", "--stop-gap", choice(named(stopGaps)), "at-open", "fills"),
  /**
   * Where a stop-limit order fills in the bar that reaches its stop. If it does not fill in that bar, it rests as a limit order. `proven`:
   * at the price of a stop order, if that is within the limit; otherwise at the limit, if the bar shows that it was reached after the stop.
   * A bar shows this if it opened beyond both prices and then reached the limit, or if it closed at the limit or better. `turned`: as
   * `proven`, but a close counts only if the bar moved opposite to the order from open to close: down for a buy, up for a sell. Fills at
   * the stop inside the bar have slippage. `at-stop`: at the stop, even if the bar opened beyond it, but only if the limit lies beyond the
   * stop. `by-close`: only if the bar, or a later one, closes better than the limit. A buy then fills at the lower of limit and high, a
   * sell at the higher of limit and low.
   */
  stopLimitFill: setting("fills", "--stop-limit-fill", choice(named(stopLimitFills)), "proven", "fills"),
  /** Price of each completed bar that a trailing stop follows. `extremes`: the best price, high or low. `closes`: the close. */
  trailFollows: setting("fills", "--trail-follows", choice(named(trailFollowings)), "extremes", "fills"),
  /**
   * Where a trailing stop fills. `at-stop`: as a stop order does. `worse-close`: at the stop or at the close of the bar that reaches it,
   * whichever is worse.
   */
  trailFill: setting("fills", "--trail-fill", choice(named(trailFills)), "at-stop", "fills"),
  /**
   * Order that fills first when a bar reaches orders on both sides of its open. `pessimistic`: the one that is worse for the trader. `optimistic`: the one that is better for the trader.
   * `ohlc`: the one on the side of the high. `olhc`: the one on the side of the low. `nearest-extreme`: the one on the side of the extreme
   * nearer to the open. `drill-down`: the one that finer bars reach first, or the worse one without finer bars. `band`: the worse one; a
   * second run with the better one gives the other end of the range of results. `queue`: the one submitted first, but market and stop
   * orders that only close a position fill before all others. `as-given`: strictly the one submitted first, across symbols.
   */
  intrabar: setting("fills", "--intrabar", choice(named(sequences)), "pessimistic", "sequence"),
  /**
   * Whether exits can fill in the bar in which their entry filled. `same-bar`: yes. After an entry inside the bar, only the stop-loss can fill,
   * since the bar does not show whether its high or low came after the entry; `intrabar` can decide otherwise. `next-bar`: no, exits can
   * fill from the next bar on. `proven`: exits of a market order can; the take-profit of a stop order can, if the bar does not reach the
   * stop-loss. All other exits wait for the next bar.
   */
  entryBarExits: setting("fills", "--entry-bar-exits", choice(named(entryBars)), "same-bar", "exits"),
  /**
   * Price that must lie between take-profit and stop-loss; otherwise the order is rejected with its exits. `expected-price`: the price at
   * which the entry is expected to fill. `own-price`: the entry's limit or stop price, whatever the market price. `unchecked`: exits are
   * not checked.
   */
  exitSides: setting("fills", "--exit-sides", choice(named(exitSides)), "expected-price", "exits"),
  /**
   * How the take-profit and stop-loss of an entry order behave. `reduce-only`: they become active for the quantity that the entry has
   * filled, and can only reduce the position. `plain`: they are ordinary orders for the entry's whole quantity. They become active once the
   * entry has filled completely, and can open a position.
   */
  exits: setting("fills", "--exits", choice(named(exitLinks)), "reduce-only", "exits"),
  /**
   * What happens to open positions at the end of the run. `mark`: they are marked to market at the last price and not counted as closed
   * trades. `finalize`: they are closed at the last price, with commission. `finalize-at-open`: they are closed at the open of the
   * symbol's last bar, with commission. Positions in symbols whose data ended earlier are only marked. A symbol's data have ended if a session passed without a bar or,
   * without a calendar, if more than four days did.
   */
  atEnd: setting("fills", "--at-end", choice(named(endings)), "mark", "timing"),
  /**
   * What happens to a position when its symbol has no more bars although the run continues, without a declared delisting. `hold`: it is kept at the last price.
   * `settle`: it is closed at that price when 31 days have passed without a bar, or at the end of the run.
   */
  barsEnd: setting("fills", "--bars-end", choice(named(endedBars)), "hold"),
  /** Rounding of amounts of money. `currency`: to the currency's decimals, half away from zero. `none`: no rounding. */
  moneyRounding: setting("account", "--money-rounding", choice(named(moneyRoundings)), "currency"),
  /** Annual risk-free rate that ratios such as the Sharpe ratio subtract, as a fraction. */
  riskFreeRate: setting("account", "--risk-free", number(-1, 10), 0),
  /** Minimum acceptable return per session, as a fraction. Lower returns count as losses in downside risk. */
  minimumReturn: setting("account", "--minimum-return", number(-1, 10), 0),
  /**
   * Number of sessions per year, used to annualize metrics. 0: derived from the data, which gives 252, 365 if weekends trade, 52 for weekly bars and
   * 12 for monthly bars.
   */
  sessionsPerYear: setting("account", "--sessions-per-year", number(0, 1e6), 0),
  /** Seed of the strategy's random numbers. */
  seed: setting("strategy", "--seed", integer(0, 2 ** 32 - 1), 1),
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
