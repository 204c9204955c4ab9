import type { RunResult } from "../engine/run-result.ts";
import type { RunSettings } from "../engine/run-settings.ts";
import { formatFraction, formatMoney } from "../metrics/format.ts";
import { modelText } from "./labelled.ts";
import { periodsPerYear } from "./summary-rows.ts";

/** One sentence for each choice. A new choice without a sentence does not compile. */
type Sentences<Choices extends string> = [Choices] extends [never] ? never : Readonly<Record<Choices, string>>;

/** Texts of a setting in help and reports. */
interface SettingText<T> {
  /** Placeholder of the value in help, and a text that says what the setting controls. */
  readonly help: readonly [value: string, says: string];
  /** Set if the short help shows the setting: `true`, or a shorter text for the short help. */
  readonly common?: true | string;
  /** Text of the default in help, if the default's value would be unclear. */
  readonly unset?: string;
  /** Explanations that help shows in parentheses after choices. Choices with clear names have none. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Name of the setting in reports. */
  readonly label: string;
  /** Explanation in reports: one sentence for the setting, or one for each choice. */
  readonly meaning?: string | Sentences<Extract<T, string>>;
  /** Formats the value in reports. By default, values are formatted as on the command line. */
  readonly text?: (this: void, value: T, result: RunResult) => string;
}

/** Texts of every setting. The settings themselves are defined in `src/engine/settings.ts`. */
export const SETTING_TEXTS: { readonly [Name in keyof RunSettings]: SettingText<RunSettings[Name]> } = {
  conventions: {
    help: ["engine", "engine whose fill rules, costs and metrics apply unless another flag overrides them"],
    label: "Conventions",
    meaning: "Engine whose rules apply unless a setting overrides them, and whose formulas the metrics use.",
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
      cash: "A cash account buys only what its cash pays for, and sells only what it holds.",
      "cash-flow": "An account that trades long and short while cash, including short-sale proceeds, stays above zero.",
      "free-margin": "An account that trades long and short as long as free margin covers each fill.",
      "buying-power": "An account that checks free margin for an order from its submission until its fill.",
      unchecked: "An account without limits: it accepts every order.",
      margin: "An account that trades long and short as long as equity covers the initial margin.",
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
    help: ["amount", "margin per unit in a cash-flow account; 0 to pay units in full"],
    label: "Margin per unit",
    meaning: "Margin that a unit requires in a cash-flow account, long or short.",
    text: (value) => (value > 0 ? String(value) : "none: units are paid in full"),
  },
  debitRate: {
    help: ["rate", "annual financing rate on borrowed cash, as a fraction"],
    label: "Financing rate",
    meaning: "Annual rate on borrowed cash.",
    text: (value) => formatFraction(value),
  },
  creditRate: {
    help: ["rate", "annual interest earned on idle cash, as a fraction"],
    label: "Interest on idle cash",
    meaning: "Annual rate.",
    text: (value) => formatFraction(value),
  },
  borrowRate: {
    help: ["rate", "annual borrow fee on short positions, as a fraction"],
    label: "Borrow fee",
    meaning: "Annual rate on short positions.",
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
    unset: "UTC, or the zone of the easternmost exchange in the data if that is east of UTC",
    label: "Time zone",
  },
  warmupBars: {
    help: ["bars", "number of bars before --from that warm up indicators"],
    unset: "all bars",
    label: "Warm-up bars",
    meaning: "Bars before the first session that warm up indicators.",
    text: (value) => (value < 0 ? "all recorded" : String(value)),
  },
  hours: {
    help: ["hours", "trading hours whose bars are used"],
    label: "Trading hours",
    meaning: {
      regular: "Bars before the open and after the close are left out.",
      extended: "Bars before the open and after the close are used. Only orders for extended hours fill in them.",
    },
  },
  graphPrices: {
    help: ["adjustment", "events for which the prices that indicators read are adjusted"],
    label: "Indicator prices adjusted for",
    meaning: {
      splits: "Indicators read prices adjusted for splits.",
      "splits-and-dividends": "Indicators read prices adjusted for splits and dividends.",
    },
  },
  dividends: {
    help: ["how", "whether recorded dividends are paid or ignored"],
    label: "Dividends",
    meaning: { pay: "Long positions receive and short positions pay them on the ex-date.", ignore: "Ignored." },
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
    meaning: "Largest share of a bar's volume that orders can fill; the rest waits for later bars.",
    text: (value) => (value > 0 ? formatFraction(value) : "no limit"),
  },
  liquidity: {
    help: [
      "part",
      "limit on the quantity that a bar can fill: custom:NAME, where NAME is an export of the strategy's file",
    ],
    unset: "limit of --volume-share",
    label: "Liquidity",
    meaning: "Function in the strategy's file that limits the quantity that a bar can fill.",
    text: (value) => (value === undefined ? "by the volume limit" : modelText(value)),
  },
  latencyMs: {
    help: ["ms", "milliseconds from the submission of an order until the order reaches the market"],
    label: "Latency",
    meaning: "Time from the submission of an order until the order reaches the market.",
    text: (value) => `${value} ms`,
  },
  fillAt: {
    help: ["when", "price at which market orders fill"],
    common: true,
    label: "Market orders fill at",
    meaning: {
      "next-open": "A market order that is submitted at a close fills at the next price: the open of the next bar.",
      "next-close": "A market order that is submitted at a close fills at the close of the next bar.",
      "same-close": "A market order fills at the close at which it is submitted, which is impossible in a real market.",
    },
  },
  sizeAt: {
    help: ["when", "when an order size, such as a share of equity, is converted to a quantity"],
    label: "Order size computed",
    meaning: {
      "at-submission": "A size becomes a quantity at the last price when the order is submitted, including commission.",
      "at-fill": "A size becomes a quantity at the price of the fill, including commission.",
    },
  },
  sizing: {
    help: [
      "how",
      "how a share of equity is converted to a quantity; custom:NAME uses an export of the strategy's file",
    ],
    hints: {
      affordable: "the share also pays the commission",
      "net-of-commission": "share of equity less commission",
      value: "commission is paid in addition",
      "near-value": "like value, but rounds up almost whole lots",
    },
    label: "Position sizing",
    meaning: {
      affordable: "The largest quantity whose value plus commission is at most the share.",
      "net-of-commission":
        "A quantity whose value is at most the share of the equity that remains after its commission.",
      value: "The largest quantity whose value is at most the share; commission is paid in addition.",
      "near-value": "Like value, but a quantity within 0.0001 lots of a whole lot is rounded to that lot.",
    },
  },
  cashBuffer: {
    help: ["share", "share of equity that orders sized by a percentage leave unused"],
    label: "Cash buffer",
    meaning: "Share of equity that orders sized by a percentage leave unused.",
    text: (value) => formatFraction(value),
  },
  orderLife: {
    help: ["time", "time in force of orders that do not set one"],
    label: "Default time in force",
    meaning: {
      day: "Orders expire at the end of their session.",
      gtc: "Orders stay open until canceled.",
    },
  },
  exclusiveOrders: {
    help: ["boolean", "whether a new order first cancels the symbol's orders and closes its position"],
    label: "Exclusive orders",
    meaning: "A new order first cancels the symbol's orders and closes its position.",
    text: (value) => (value ? "yes" : "no"),
  },
  closing: {
    help: ["how", "what close() does with the symbol's open orders"],
    hints: { cancels: "if they reduce the position", reduces: "keeps them, never reverses it", plain: "keeps them" },
    label: "close() with open orders",
    meaning: {
      cancels: "Cancels open orders that would reduce the position, then closes it.",
      reduces: "Keeps open orders. The new order closes the position and never reverses it.",
      plain: "Keeps open orders. The new order is an ordinary market order for the quantity held.",
    },
  },
  bookAt: {
    help: ["when", "whether a fill is booked when it happens (price-event) or when its bar closes"],
    label: "Fills are booked",
    meaning: {
      "price-event": "When they happen.",
      "bar-close": "When their bar closes. Even a fill at the open is counted at the close, which was then unknown.",
    },
  },
  restingSee: {
    help: ["part", "which part of a bar can fill resting orders"],
    hints: { bar: "all of it", "traded-close": "the close, limited by volume" },
    label: "Resting orders fill in",
    meaning: {
      bar: "All prices of a bar.",
      close: "Only the close of a bar.",
      "traded-close": "Only the close of a bar, and no more than its volume allows.",
    },
  },
  fillsBy: {
    help: ["unit", "whether an order that reverses a position has one fill per order or one per trade"],
    label: "Reversing orders fill",
    meaning: {
      order: "Once.",
      trade: "Once for each trade that they close, and once for the one they open. Only the last fill has slippage.",
    },
  },
  limitSlippage: {
    help: ["how", "slippage of limit orders"],
    label: "Slippage of limit orders",
    meaning: {
      none: "Limit orders have no slippage.",
      slips: "Limit orders have slippage like other orders, even beyond the limit.",
      waits: "Limit orders have slippage, but do not fill while slippage would move the price beyond the limit.",
      "to-limit": "Limit orders have slippage, but fill at the limit at worst.",
      "by-model":
        "Like waits with the slippage model volume-share. Like slips with other models: once a close has reached the limit, the order fills at any later close.",
    },
  },
  slippageReach: {
    help: ["how", "range within which slippage may move a price"],
    hints: { bar: "from low to high" },
    label: "Slippage reach",
    meaning: { unbounded: "As far as the model says.", bar: "Up to the high or low of the bar." },
  },
  tickRounding: {
    help: ["prices", "prices that are rounded to ticks"],
    label: "Rounded to ticks",
    meaning: {
      fills: "Prices of fills with slippage, to the next tick that is not better for the trader.",
      orders: "Limits and stops, to the next tick that is better for the trader. Without ticks, to cents.",
      none: "Nothing.",
    },
  },
  ruin: {
    help: ["how", "what happens when equity falls to zero or below"],
    hints: { "goes-on": "the run continues", ends: "positions are closed" },
    label: "On ruin",
    meaning: { "goes-on": "The run continues.", ends: "All positions are closed, and debt is written off." },
  },
  marginCalls: {
    help: ["when", "when the equity of a margin account is checked and its positions are liquidated"],
    label: "Margin calls",
    meaning: {
      "in-bar":
        "A margin account is liquidated within a bar, at the price at which equity falls to the maintenance margin.",
      "at-close": "The equity of a margin account is checked at the close of a bar. Liquidation is at the next price.",
    },
  },
  shortCash: {
    help: ["how", "what happens to an order that costs more than the account can pay"],
    label: "Short of cash at the fill",
    meaning: {
      reduce: "The order fills the quantity that cash pays for; the rest is canceled.",
      reject: "The order is canceled.",
      "allow-negative": "The order fills and cash goes below zero.",
    },
  },
  fills: {
    help: ["part", "custom fill rules for order types: custom:NAME, where NAME is an export of the strategy's file"],
    unset: "built-in rules",
    label: "Custom fill rules",
    meaning: "Functions in the strategy's file that fill the order types that they name.",
    text: (value) => (value === undefined ? "none" : modelText(value)),
  },
  limitFill: {
    help: ["price", "price that fills a limit order: at the limit (touch) or beyond it (trade-through)"],
    label: "Limit orders fill on",
    meaning: {
      touch: "A price at the limit or beyond it. After a gap a limit order fills at the open.",
      "trade-through": "A price beyond the limit. After a gap a limit order fills at the open.",
    },
  },
  stopGap: {
    help: ["price", "price at which a stop order fills when the bar opens beyond the stop"],
    label: "Stops after a gap fill",
    meaning: {
      "at-open": "At the open, which is a worse price than the stop.",
      "at-stop": "At the stop, which is a price that was not available.",
    },
  },
  stopLimitFill: {
    help: ["rule", "rule by which a stop limit order fills in the bar that reaches its stop"],
    hints: {
      proven: "only if the bar's prices prove a fill",
      turned: "at the stop or limit",
      "by-close": "if the bar closes within the limit",
    },
    label: "Stop limits fill",
    meaning: {
      proven:
        "In the bar that reaches the stop, if its prices prove a fill within the limit; otherwise later, as a limit order.",
      "at-stop": "At the stop, even after a gap, if the limit lies beyond the stop; otherwise later, as a limit order.",
      turned:
        "Like proven, but a close within the limit counts only if the bar fell (for a buy) or rose (for a sell) from open to close.",
      "by-close":
        "When a bar closes better than the limit: a buy at the lower of limit and high, a sell at the higher of limit and low.",
    },
  },
  trailFollows: {
    help: ["prices", "prices of a bar that trailing stops follow"],
    label: "Trailing stops follow",
    meaning: { extremes: "The best price of each completed bar.", closes: "The close of each completed bar." },
  },
  trailFill: {
    help: ["price", "price at which trailing stops fill"],
    hints: { "worse-close": "at the stop or the close, whichever is worse" },
    label: "Trailing stops fill",
    meaning: {
      "at-stop": "Like other stop orders.",
      "worse-close": "At the stop, or at the close of the bar that reaches it, whichever is worse.",
    },
  },
  intrabar: {
    help: ["rule", "which order fills first when one bar reaches two orders"],
    hints: {
      "as-given": "by submission",
      queue: "by submission, but exits before entries",
      pessimistic: "the one worse for the account",
      optimistic: "the one better for the account",
      ohlc: "the high comes before the low",
      olhc: "the low comes before the high",
      "nearest-extreme": "the high or low nearer to the open comes first",
      "drill-down": "finer bars decide",
      band: "reports the pessimistic and the optimistic result",
    },
    label: "Two orders in one bar",
    meaning: {
      "as-given": "Orders of all symbols fill in the order of submission.",
      queue:
        "Orders fill in the order of submission, but market and stop orders that only close a position fill first.",
      pessimistic: "The order that is worse for the account fills first.",
      optimistic: "The order that is better for the account fills first.",
      ohlc: "The price is assumed to reach the bar's high before its low.",
      olhc: "The price is assumed to reach the bar's low before its high.",
      "nearest-extreme": "The price is assumed to reach the high or low nearer to the open first.",
      "drill-down": "Finer bars decide if they are recorded. If not, the order worse for the account fills first.",
      band: "The order that is worse for the account fills first. The result of the opposite case is reported too.",
    },
  },
  entryBarExits: {
    help: ["when", "when the take-profit and stop-loss of an entry can first fill"],
    hints: { "same-bar": "right after the entry", proven: "in the same bar if its prices prove the fill" },
    label: "Exits in the entry bar",
    meaning: {
      "same-bar": "Exits can fill right after the entry. If the entry filled after the open, only the stop-loss can.",
      "next-bar": "Exits cannot fill before the next bar.",
      proven:
        "Exits can fill after a market order. After a stop order only the take-profit can, if the bar does not reach the stop-loss.",
    },
  },
  admission: {
    help: ["rule", "sequence in which simultaneous orders are accepted"],
    label: "Simultaneous orders",
    meaning: {
      "reducing-first":
        "Orders that reduce positions are accepted first, then all others by the turnover of their symbols.",
      "as-submitted": "Orders are accepted in the sequence in which they were submitted.",
    },
  },
  exitSides: {
    help: ["price", "price that must lie between take-profit and stop-loss"],
    hints: {
      "expected-price": "expected price of the entry's fill",
      "own-price": "limit or stop of the entry",
      unchecked: "no check",
    },
    label: "Exits must bracket",
    meaning: {
      "expected-price": "The price at which the entry is expected to fill. Other orders are rejected.",
      "own-price": "The limit or stop of the entry, or the last price if it has neither. Other orders are rejected.",
      unchecked: "No price: exits are not checked.",
    },
  },
  exits: {
    help: ["kind", "whether the take-profit and stop-loss of an order can only reduce the position"],
    hints: { plain: "can also open a position" },
    label: "Exits of an order",
    meaning: {
      "reduce-only":
        "Exits become active for the quantity that the entry has filled, and can only reduce the position.",
      plain:
        "Exits are ordinary orders for the entry's whole quantity. They become active when the entry has filled completely, and can open a position.",
    },
  },
  barsEnd: {
    help: ["how", "what happens to a position when the data of the symbol end before the run"],
    hints: { hold: "valued at the last price", settle: "closed at the last price after 31 days" },
    label: "Symbols whose data end",
    meaning: {
      hold: "Positions stay open and are valued at the last price.",
      settle: "Positions are closed at the last price after 31 days without a bar.",
    },
  },
  atEnd: {
    help: ["how", "what happens to open positions at the end of the run"],
    hints: {
      mark: "valued at the last price",
      finalize: "closed at the last price",
      "finalize-at-open": "closed at the last bar's open",
    },
    label: "Open positions at the end",
    meaning: {
      mark: "Valued at the last price, and not counted as closed trades.",
      finalize: "Closed at the last price, with commission.",
      "finalize-at-open": "Closed at the open of the last bar, with commission.",
    },
  },
  moneyRounding: {
    help: ["how", "rounding of amounts of money"],
    hints: { currency: "to the decimals of the currency" },
    label: "Money rounded to",
    meaning: {
      currency: "The decimals of the account's currency; halves are rounded away from zero.",
      none: "No decimals: amounts are not rounded.",
    },
  },
  riskFreeRate: {
    help: ["rate", "annual risk-free rate, as a fraction"],
    label: "Risk-free rate",
    meaning: "Annual rate.",
    text: (value) => formatFraction(value),
  },
  minimumReturn: {
    help: ["return", "minimum acceptable return per session; lower returns count as losses in downside risk"],
    label: "Minimum return",
    meaning: "Minimum acceptable return per session. Lower returns count as losses in downside risk.",
    text: (value) => formatFraction(value),
  },
  sessionsPerYear: {
    help: ["count", "sessions per year, used to annualize metrics"],
    unset: "from the data",
    label: "Sessions per year",
    meaning: "Number of sessions used to annualize metrics.",
    text: (value, result) => (value > 0 ? String(value) : `${periodsPerYear(result)}, from the data`),
  },
  seed: {
    help: ["number", "seed of the strategy's random numbers"],
    label: "Random seed",
    meaning: "Seed of the strategy's random numbers.",
  },
};
