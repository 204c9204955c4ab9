import type { RunResult } from "../engine/run-result.ts";
import type { RunSettings } from "../engine/run-settings.ts";
import { formatFraction, formatMoney } from "./format.ts";
import { modelText } from "./labelled.ts";
import { periodsPerYear } from "./summary-rows.ts";

/** One sentence for each choice, so that a new choice does not compile without its own. */
type Sentences<Choices extends string> = [Choices] extends [never] ? never : Readonly<Record<Choices, string>>;

/** Texts of a setting in help and reports. */
interface SettingText<T> {
  /** Placeholder of the value in help, and what the setting controls. */
  readonly help: readonly [value: string, says: string];
  /** Whether the short help shows the setting, or a shorter text for it. */
  readonly common?: true | string;
  /** Text of the default in help, if the value itself would be unclear. */
  readonly unset?: string;
  /** Explanations of choices in help, in parentheses; choices that are clear by themselves have none. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Name of the setting in reports. */
  readonly label: string;
  /** Explanation in reports: one sentence for all values, or one for each choice. */
  readonly meaning?: string | Sentences<Extract<T, string>>;
  /** Formats the value in reports; by default as in flags. */
  readonly text?: (this: void, value: T, result: RunResult) => string;
}

/** Texts of every setting. The settings themselves are defined in `src/engine/settings.ts`. */
export const SETTING_TEXTS: { readonly [Name in keyof RunSettings]: SettingText<RunSettings[Name]> } = {
  conventions: {
    help: ["engine", "engine whose fill rules, costs and metrics apply; other flags override them"],
    label: "Conventions",
    meaning: "Engine whose rules apply to settings that were not given, and whose formulas the metrics use.",
  },
  cash: {
    help: ["amount", "cash at the start of the run"],
    common: true,
    label: "Starting cash",
    text: (value, { currencyDecimals }) => formatMoney(value, currencyDecimals),
  },
  currency: { help: ["code", "currency of the account"], label: "Currency" },
  account: {
    help: ["kind", "kind of account, which limits the positions that orders may open"],
    label: "Account",
    meaning: {
      cash: "A cash account buys what cash pays for and sells what it holds.",
      "cash-flow": "An account that trades long and short while cash, including short-sale proceeds, stays above zero.",
      "free-margin": "An account that trades long and short as far as free margin at the fill allows.",
      "buying-power": "An account that checks free margin for each order, from its submission until it fills.",
      unchecked: "An account without limits: it accepts every order.",
      margin: "An account that trades long and short as far as equity covers the initial margin.",
    },
  },
  initialMargin: {
    help: ["share", "share of exposure that equity must cover to open a position"],
    label: "Initial margin",
    meaning: "Share of exposure that equity must cover to open a position.",
  },
  maintenanceMargin: {
    help: ["share", "share of exposure that equity must cover to avoid liquidation"],
    label: "Maintenance margin",
    meaning: "Share of exposure that equity must cover to avoid liquidation.",
  },
  unitMargin: {
    help: ["amount", "margin per unit in a cash-flow account; 0 for full payment"],
    label: "Margin per unit",
    meaning: "Margin that a unit requires in a cash-flow account, long or short.",
    text: (value) => (value > 0 ? String(value) : "none, units are paid in full"),
  },
  debitRate: {
    help: ["rate", "annual financing rate on borrowed cash, as a fraction"],
    label: "Financing rate",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  creditRate: {
    help: ["rate", "annual interest earned on idle cash, as a fraction"],
    label: "Interest on idle cash",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  borrowRate: {
    help: ["rate", "annual borrow fee on short positions, as a fraction"],
    label: "Borrow fee",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  from: {
    help: ["date", "first day to trade"],
    common: true,
    unset: "the first bar",
    label: "From",
    meaning: "First session, inclusive.",
    text: (value) => value || "first bar",
  },
  to: {
    help: ["date", "last day to trade, inclusive"],
    common: true,
    unset: "the last bar",
    label: "To",
    meaning: "Last session, inclusive.",
    text: (value) => value || "last bar",
  },
  zone: {
    help: ["zone", "time zone of dates and of times without an offset, such as America/New_York"],
    unset: "UTC; if the data has exchanges east of UTC, the zone of the easternmost one",
    label: "Time zone",
  },
  warmupBars: {
    help: ["bars", "number of bars before --from that warm up indicators"],
    unset: "all of them",
    label: "Warm-up bars",
    meaning: "Bars before the first session that warm up indicators.",
    text: (value) => (value < 0 ? "all recorded" : String(value)),
  },
  hours: {
    help: ["which", "trading hours whose bars are used"],
    label: "Trading hours",
    meaning: {
      regular: "Bars before the open and after the close are left out.",
      extended: "Bars before the open and after the close are used; only orders for extended hours fill there.",
    },
  },
  graphPrices: {
    help: ["for", "adjustment of the prices that indicators read"],
    label: "Indicator prices adjusted for",
    meaning: {
      splits: "Indicators read prices adjusted for splits.",
      "splits-and-dividends": "Indicators read prices adjusted for splits and dividends.",
    },
  },
  dividends: {
    help: ["how", "treatment of recorded dividends"],
    label: "Dividends",
    meaning: { pay: "Paid to long positions, and by short ones, on the ex-date.", ignore: "Ignored." },
  },
  commission: {
    help: ["model", "commission per fill, such as 0.001 for 0.1% or MODEL:FIELD=VALUE,...; models"],
    common: "commission, such as 0.001 for 0.1%",
    label: "Commission",
    text: modelText,
  },
  slippage: {
    help: ["model", "slippage per fill, such as bps:5 or MODEL:FIELD=VALUE,...; models"],
    common: "slippage, such as bps:5 for 0.05%",
    label: "Slippage",
    text: modelText,
  },
  volumeShare: {
    help: ["share", "largest share of a bar's volume that orders can fill"],
    unset: "no limit",
    label: "Volume limit",
    meaning: "Largest share of a bar's volume that orders can fill; the rest waits.",
    text: (value) => (value > 0 ? formatFraction(value) : "no limit"),
  },
  liquidity: {
    help: [
      "part",
      "limit on the quantity that a bar can fill: custom:NAME, where NAME is an export of the strategy's file",
    ],
    unset: "limit of --volume-share",
    label: "Liquidity",
    meaning: "Function of the strategy's file that limits the quantity a bar can fill.",
    text: (value) => (value === undefined ? "by the volume limit" : modelText(value)),
  },
  latencyMs: {
    help: ["ms", "milliseconds from a decision until its order reaches the market"],
    label: "Latency",
    meaning: "Time from a decision until its order reaches the market.",
    text: (value) => `${value} ms`,
  },
  fillAt: {
    help: ["when", "price at which market orders fill"],
    common: true,
    label: "Market orders fill at",
    meaning: {
      "next-open": "A market order decided at a close fills at the first later price: the open of the next bar.",
      "next-close": "A market order decided at a close fills at the close of the next bar.",
      "same-close": "A market order fills at the close at which it was decided, which is impossible in a real market.",
    },
  },
  sizeAt: {
    help: ["when", "when an order size, such as a share of equity, is converted to a quantity"],
    label: "Order size computed",
    meaning: {
      "at-submission": "On the last price when the order is submitted, commission included.",
      "at-fill": "On the price of the fill, commission included.",
    },
  },
  sizing: {
    help: [
      "how",
      "how a share of equity is converted to a quantity; custom:NAME uses an export of the strategy's file",
    ],
    hints: {
      affordable: "share pays for commission too",
      "net-of-commission": "share less commission",
      value: "commission on top",
      "near-value": "like value, rounding up almost whole lots",
    },
    label: "Position sizing",
    meaning: {
      affordable: "The largest quantity whose value plus commission is at most the share.",
      "net-of-commission":
        "A quantity whose value is at most the share of the equity that remains after its commission.",
      value: "The largest quantity whose value is at most the share; the commission comes on top.",
      "near-value": "As value, but a quantity within 0.0001 lots of a whole lot is rounded to that lot.",
    },
  },
  cashBuffer: {
    help: ["share", "share of equity that percentage sizes leave unused"],
    label: "Cash buffer",
    meaning: "Share of equity that percentage sizes leave unused.",
    text: (value) => formatFraction(value),
  },
  orderLife: {
    help: ["until", "time in force of orders that do not set one"],
    label: "Default time in force",
    meaning: {
      day: "Orders expire at the end of their session.",
      gtc: "Orders stay open until canceled.",
    },
  },
  exclusiveOrders: {
    help: ["which", "whether a new order first cancels the symbol's orders and closes its position"],
    label: "Exclusive orders",
    meaning: "A new order first cancels the symbol's orders and closes its position.",
    text: (value) => (value ? "yes" : "no"),
  },
  closing: {
    help: ["how", "what close() does with the symbol's open orders"],
    hints: { cancels: "those that reduce the position", reduces: "keeps them, never reverses", plain: "keeps them" },
    label: "close() with open orders",
    meaning: {
      cancels: "Cancels open orders that would reduce the position, then closes it.",
      reduces: "Leaves open orders, and never does more than close the position.",
      plain: "Submits an ordinary market order for the quantity held.",
    },
  },
  bookAt: {
    help: ["when", "when fills are booked"],
    label: "Fills are booked",
    meaning: {
      "price-event": "When they happen.",
      "bar-close": "When their bar closes. Money is counted at that close, which was unknown at the open.",
    },
  },
  restingSee: {
    help: ["what", "which part of a bar can fill resting orders"],
    hints: { bar: "all of it", "traded-close": "the close, limited by volume" },
    label: "Resting orders fill in",
    meaning: {
      bar: "All of a bar.",
      close: "Only the close of a bar.",
      "traded-close": "Only the close of a bar, and no more than its volume allows.",
    },
  },
  fillsBy: {
    help: ["what", "whether an order that reverses a position fills once per order or once per trade"],
    label: "Reversing orders fill",
    meaning: {
      order: "Once.",
      trade: "Once for each trade that they close, and once for the one that they open; only the last slips.",
    },
  },
  limitSlippage: {
    help: ["how", "slippage of limit orders"],
    label: "Slippage of limit orders",
    meaning: {
      none: "Limit orders have no slippage.",
      slips: "Limit orders have slippage like other orders, even beyond the limit.",
      waits: "Limit orders have slippage, but do not fill while it would take the price beyond the limit.",
      "to-limit": "Limit orders have slippage, but fill at the limit at worst.",
      "by-model":
        "As waits with the slippage model volume-share. With other models as slips: once a close has reached the limit, the order fills at any later close.",
    },
  },
  slippageReach: {
    help: ["how", "how far slippage may move a price"],
    hints: { bar: "within the bar's range" },
    label: "Slippage reach",
    meaning: { unbounded: "As far as the slippage model says.", bar: "No further than the prices of the bar." },
  },
  tickRounding: {
    help: ["what", "prices to round to ticks"],
    label: "Rounded to ticks",
    meaning: {
      fills: "Fills that slipped, to the next tick that is no better.",
      orders: "Limits and stops, to the next tick that is better for the trader, or to cents without ticks.",
      none: "Nothing.",
    },
  },
  ruin: {
    help: ["how", "what happens when equity falls to zero or below"],
    hints: { "goes-on": "the run continues", ends: "positions are closed" },
    label: "On ruin",
    meaning: { "goes-on": "The run continues.", ends: "All positions are closed and the debt is forgiven." },
  },
  marginCalls: {
    help: ["when", "when a margin account is checked and liquidated"],
    label: "Margin calls",
    meaning: {
      "in-bar":
        "A margin account is liquidated inside a bar, at the price where equity falls to the maintenance margin.",
      "at-close": "A margin account is checked when bars close and liquidated at the next price.",
    },
  },
  shortCash: {
    help: ["how", "what happens to an order that costs more than the account can pay"],
    label: "Short of cash at the fill",
    meaning: {
      reduce: "The order fills what cash pays for; the rest is canceled.",
      reject: "The order is canceled.",
      "allow-negative": "The order fills and cash goes below zero.",
    },
  },
  fills: {
    help: ["part", "custom fill rules for order types: custom:NAME, where NAME is an export of the strategy's file"],
    unset: "built-in rules",
    label: "Custom fill rules",
    meaning: "Functions of the strategy's file, for the order types that they name.",
    text: (value) => (value === undefined ? "none" : modelText(value)),
  },
  limitFill: {
    help: ["on", "price that fills a limit order"],
    label: "Limit orders fill on",
    meaning: {
      touch: "A price at the limit or beyond; after a gap they fill at the open.",
      "trade-through": "A price beyond the limit; after a gap they fill at the open.",
    },
  },
  stopGap: {
    help: ["where", "where a stop fills when the bar opens beyond it"],
    label: "Stops after a gap fill",
    meaning: {
      "at-open": "At the open, which is worse than the stop.",
      "at-stop": "At the stop, a price that was not available.",
    },
  },
  stopLimitFill: {
    help: ["where", "where a stop limit order fills in the bar that reaches its stop"],
    hints: {
      proven: "only if the bar proves a fill",
      turned: "at the stop or limit",
      "by-close": "if it closes within the limit",
    },
    label: "Stop limits fill",
    meaning: {
      proven:
        "In the bar that reaches the stop, if its prices prove a fill within the limit; otherwise later, as a limit order.",
      "at-stop": "At the stop, even after a gap, if the limit lies beyond the stop; otherwise later, as a limit order.",
      turned:
        "As proven, but a close within the limit counts only if the bar fell (for a buy) or rose (for a sell) from open to close.",
      "by-close":
        "When a bar closes better than the limit: a buy at the lower of limit and high, a sell at the higher of limit and low.",
    },
  },
  trailFollows: {
    help: ["what", "price of a bar that trailing stops follow"],
    label: "Trailing stops follow",
    meaning: { extremes: "The best price of each completed bar.", closes: "The close of each completed bar." },
  },
  trailFill: {
    help: ["where", "where trailing stops fill"],
    hints: { "worse-close": "at the stop or the close, whichever is worse" },
    label: "Trailing stops fill",
    meaning: {
      "at-stop": "As other stops do.",
      "worse-close": "At the stop, or at the close of the bar that reaches it, whichever is worse.",
    },
  },
  intrabar: {
    help: ["which", "which order fills first when one bar reaches two orders"],
    hints: {
      "as-given": "by submission",
      queue: "by submission, but exits first",
      pessimistic: "the worse one",
      optimistic: "the better one",
      ohlc: "high before low",
      olhc: "low before high",
      "nearest-extreme": "high or low nearer to the open",
      "drill-down": "by finer bars",
      band: "pessimistic and optimistic results",
    },
    label: "Two orders in one bar",
    meaning: {
      "as-given": "Orders fill in the order of submission, across symbols.",
      queue:
        "Orders fill in the order of submission, but market and stop orders that only close a position fill first.",
      pessimistic: "The one that is worse for the account fills first.",
      optimistic: "The one that is better for the account fills first.",
      ohlc: "The bar went to its high first.",
      olhc: "The bar went to its low first.",
      "nearest-extreme": "The bar went first to the extreme nearer to its open.",
      "drill-down": "Finer bars decide if they are recorded; otherwise the worse one fills first.",
      band: "The worse one fills first; the result with the better one is reported too.",
    },
  },
  entryBarExits: {
    help: ["when", "when take-profit and stop-loss can fill after their entry"],
    hints: { "same-bar": "from the entry on", proven: "in the same bar if it proves the fill" },
    label: "Exits in the entry bar",
    meaning: {
      "same-bar": "Can fill from the entry on; after an entry inside the bar, only the stop-loss can.",
      "next-bar": "Cannot fill before the next bar.",
      proven:
        "Can fill after a market order; after a stop order only the take-profit can, if the bar does not reach the stop-loss.",
    },
  },
  admission: {
    help: ["rule", "order in which simultaneous orders are accepted"],
    label: "Simultaneous orders",
    meaning: {
      "reducing-first":
        "Orders that reduce positions are accepted first, then the others by turnover of their symbols.",
      "as-submitted": "Orders are accepted in the order of the calls.",
    },
  },
  exitSides: {
    help: ["of", "price that must lie between take-profit and stop-loss"],
    hints: {
      "expected-price": "expected fill of the entry",
      "own-price": "limit or stop of the entry",
      unchecked: "none",
    },
    label: "Exits must bracket",
    meaning: {
      "expected-price": "The price at which the entry is expected to fill; otherwise the order is rejected.",
      "own-price": "The limit or stop of the entry, or the last price if it has none; otherwise the order is rejected.",
      unchecked: "No price: exits are not checked.",
    },
  },
  exits: {
    help: ["kind", "whether the take-profit and stop-loss of an order can only reduce the position"],
    hints: { plain: "can also open one" },
    label: "Exits of an order",
    meaning: {
      "reduce-only":
        "Exits become active for the quantity that the entry has filled, and can only reduce the position.",
      plain:
        "Exits are ordinary orders for the entry's whole quantity. They become active once it has filled completely, and can open a position.",
    },
  },
  barsEnd: {
    help: ["how", "what happens to a position when the data of its symbol end"],
    hints: { hold: "kept at the last price", settle: "closed at the last price after 31 days" },
    label: "Symbols whose data end",
    meaning: {
      hold: "Positions are kept at the last price.",
      settle: "Positions are settled at the last price after 31 days without a bar.",
    },
  },
  atEnd: {
    help: ["how", "what happens to open positions at the end of the run"],
    hints: {
      mark: "marked to market",
      finalize: "closed at the last price",
      "finalize-at-open": "closed at the last bar's open",
    },
    label: "Open positions at the end",
    meaning: {
      mark: "Marked to market at the last price; not counted as closed trades.",
      finalize: "Closed at the last price, with commission.",
      "finalize-at-open": "Closed at the open of the last bar, with commission.",
    },
  },
  moneyRounding: {
    help: ["how", "rounding of money"],
    hints: { currency: "to the decimals of the currency" },
    label: "Money rounded to",
    meaning: {
      currency: "The decimals of the account's currency, half away from zero.",
      none: "Nothing: amounts are not rounded.",
    },
  },
  riskFreeRate: {
    help: ["rate", "annual risk-free rate, as a fraction"],
    label: "Risk-free rate",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  minimumReturn: {
    help: ["return", "minimum acceptable return per session; lower returns count as downside"],
    label: "Minimum return",
    meaning: "Minimum acceptable return per session; lower returns count as downside.",
    text: (value) => formatFraction(value),
  },
  sessionsPerYear: {
    help: ["count", "sessions per year, used to annualize metrics"],
    unset: "from the data",
    label: "Sessions per year",
    meaning: "Used to annualize metrics.",
    text: (value, result) => (value > 0 ? String(value) : `${periodsPerYear(result)}, from the data`),
  },
  seed: {
    help: ["number", "seed of the strategy's random numbers"],
    label: "Random seed",
    meaning: "Seed of the strategy's random numbers.",
  },
};
