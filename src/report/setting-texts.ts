import type { RunResult } from "../engine/run-result.ts";
import type { RunSettings } from "../engine/run-settings.ts";
import { formatFraction, formatMoney } from "./format.ts";
import { modelText } from "./labelled.ts";
import { periodsPerYear } from "./summary-rows.ts";

/** A sentence for each choice; a table of all, so that a new choice does not compile without its own. */
type Sentences<Choices extends string> = [Choices] extends [never] ? never : Readonly<Record<Choices, string>>;

/** What help and reports say of one setting. */
interface SettingText<T> {
  /** What help calls the value, and what it says the setting controls. */
  readonly help: readonly [value: string, says: string];
  /** Whether the short help of commands shows it, and its text there where the full one is long. */
  readonly common?: true | string;
  /** What help shows as the default where the value itself would not be understood. */
  readonly unset?: string;
  /** What reports call the setting. */
  readonly label: string;
  /** What reports say about its value: one sentence for all values, or one for each choice. */
  readonly meaning?: string | Sentences<Extract<T, string>>;
  /** How reports write the value; as flags spell it where this is missing. */
  readonly text?: (this: void, value: T, result: RunResult) => string;
}

/** The texts of every setting. The other half, what a setting is, stands in `src/engine/settings.ts`. */
export const SETTING_TEXTS: { readonly [Name in keyof RunSettings]: SettingText<RunSettings[Name]> } = {
  conventions: {
    help: ["engine", "use another engine's rules; other flags override them"],
    label: "Conventions",
    meaning: "Engine whose rules apply where no setting was given, and whose formulas the metrics have.",
  },
  cash: {
    help: ["amount", "cash at the start"],
    common: true,
    label: "Starting cash",
    text: (value, { currencyDecimals }) => formatMoney(value, currencyDecimals),
  },
  currency: { help: ["code", "currency of cash and prices"], label: "Currency" },
  account: {
    help: ["kind", "what the account may open: only what cash pays for, or also short and on credit"],
    label: "Account",
    meaning: {
      cash: "A cash account sells no more than it holds.",
      "cash-flow": "An account that opens nothing when cash would fall below zero; short sales bring cash.",
      "free-margin": "An account that opens, long and short, what the margin that is free at the fill carries.",
      "buying-power": "An account that checks for each order whether free margin carries it, until it fills.",
      unchecked: "An account that rejects nothing.",
      margin: "A margin account goes long and short as far as equity covers the initial margin.",
    },
  },
  initialMargin: {
    help: ["share", "share of exposure that equity must cover to open a position"],
    label: "Initial margin",
    meaning: "Share of exposure that equity must cover to open a position.",
  },
  maintenanceMargin: {
    help: ["share", "share of exposure below which the account is liquidated"],
    label: "Maintenance margin",
    meaning: "Share of exposure below which the account is liquidated.",
  },
  unitMargin: {
    help: ["amount", "money that one unit ties up in a cash-flow account"],
    label: "Margin of a unit",
    meaning: "What it ties up in a cash-flow account, long or short.",
    text: (value) => (value > 0 ? String(value) : "none, it is paid in full"),
  },
  debitRate: {
    help: ["rate", "annual interest paid on borrowed cash, as a fraction"],
    label: "Rate on borrowed cash",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  creditRate: {
    help: ["rate", "annual interest earned on cash, as a fraction"],
    label: "Rate on cash",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  borrowRate: {
    help: ["rate", "annual rate paid on short positions, as a fraction"],
    label: "Rate on short positions",
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
    help: ["zone", "zone of times without an offset, such as America/New_York"],
    unset: "UTC, or that of the exchange furthest east of it",
    label: "Zone of these dates",
  },
  warmupBars: {
    help: ["bars", "bars before --from that indicators see"],
    unset: "all of them",
    label: "Warm-up bars",
    meaning: "Bars fed to the indicators before the first decision.",
    text: (value) => (value < 0 ? "all recorded" : String(value)),
  },
  hours: {
    help: ["which", "hours of the exchange whose bars take part"],
    label: "Hours",
    meaning: {
      regular: "Bars before the open and after the close are left out.",
      extended: "Bars before the open and after the close take part; only orders for them match there.",
    },
  },
  graphPrices: {
    help: ["for", "what the prices that indicators read are adjusted for"],
    label: "Indicators read prices without",
    meaning: "The jumps of these are taken out, from the first bar on.",
  },
  dividends: {
    help: ["how", "what happens to dividends of the recording"],
    label: "Dividends",
    meaning: { pay: "Paid to long positions, and by short ones, on the ex-date.", ignore: "Left out." },
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
    help: ["share", "largest share of a bar's volume that orders may fill"],
    unset: "no limit",
    label: "Most of a bar's volume",
    meaning: "What orders may fill of a bar; the rest waits.",
    text: (value) => (value > 0 ? formatFraction(value) : "no limit"),
  },
  liquidity: {
    help: ["part", "units that a bar gives to orders, by custom:NAME, an export of the strategy's file"],
    unset: "by --volume-share",
    label: "Units that a bar gives",
    meaning: "By a function of the strategy's file.",
    text: (value) => (value === undefined ? "by its volume" : modelText(value)),
  },
  latencyMs: {
    help: ["ms", "time from a decision until its order reaches the market"],
    label: "Latency",
    meaning: "From a decision to the market.",
    text: (value) => `${value} ms`,
  },
  fillAt: {
    help: ["when", "price at which market orders fill"],
    common: true,
    label: "Market orders fill at",
    meaning: {
      "next-open": "A market order decided at a close fills at the first later price: the open of the next bar.",
      "next-close": "A market order decided at a close fills at the close of the next bar.",
      "same-close": "A market order fills at the very close at which it was decided: nobody can do that.",
    },
  },
  sizeAt: {
    help: ["when", "when sizes become quantities"],
    label: "Sizes become quantities",
    meaning: {
      "at-submission": "On the last price when the order is submitted, commission included.",
      "at-fill": "On the price of the fill, commission included.",
    },
  },
  sizing: {
    help: ["how", "quantity that a share of equity becomes, also by custom:NAME, an export of the strategy's file"],
    label: "A share of equity becomes",
    meaning: {
      affordable: "The most units that it pays for with their commission.",
      "net-of-commission": "Units worth the share of what equity is after their commission.",
      value: "Units worth the share, commission on top.",
      "near-value": "Units worth the share, commission on top; almost a whole lot counts as one.",
    },
  },
  cashBuffer: {
    help: ["share", "share of equity that sizes by share leave unused"],
    label: "Cash buffer",
    meaning: "Share of equity that sizes by share leave unused.",
    text: (value) => formatFraction(value),
  },
  orderLife: {
    help: ["until", "how long orders without a time in force live"],
    label: "Orders live",
    meaning: {
      day: "For their session, unless they say otherwise.",
      gtc: "Until canceled, unless they say otherwise.",
    },
  },
  exclusiveOrders: {
    help: ["which", "whether a new order cancels earlier ones and closes the position"],
    label: "New orders replace earlier ones",
    meaning: "Orders of the symbol are canceled and its position is closed.",
    text: (value) => (value ? "yes" : "no"),
  },
  closing: {
    help: ["how", "what close() does with the symbol's open orders"],
    label: "Closing a position",
    meaning: {
      cancels: "Cancels the open orders that would make it smaller, and does no more than close it.",
      reduces: "Leaves other orders as they are, and does no more than close it.",
      plain: "Is a market order like any other for what is held when it is submitted.",
    },
  },
  bookAt: {
    help: ["when", "when fills are booked"],
    label: "Fills are booked",
    meaning: {
      "price-event": "At the price event that makes them.",
      "bar-close": "When their bar closes, counted at its close, which nobody knew at its open.",
    },
  },
  restingSee: {
    help: ["what", "how much of a bar resting orders can see"],
    label: "Resting orders see",
    meaning: {
      bar: "All of a bar.",
      close: "Only the close of a bar.",
      "traded-close": "Only the close of a bar, while it has volume left.",
    },
  },
  fillsBy: {
    help: ["what", "what an order that turns a position fills once for"],
    label: "A fill is for",
    meaning: {
      order: "The order.",
      trade: "Each trade that the order closes, and the one that it opens, which alone slips.",
    },
  },
  limitSlippage: {
    help: ["how", "whether and how limit orders slip"],
    label: "Limit orders slip",
    meaning: {
      none: "Never.",
      slips: "Like other orders.",
      waits: "Like other orders, and wait while that takes the price beyond the limit.",
      "to-limit": "Like other orders, no further than to the limit.",
      "by-model": "Like other orders; they wait where slippage is by volume, else take any price once reached.",
    },
  },
  slippageReach: {
    help: ["how", "how far slippage may move a price"],
    label: "Slippage goes",
    meaning: { unbounded: "As far as its model says.", bar: "No further than the bar traded." },
  },
  tickRounding: {
    help: ["what", "prices that are rounded to ticks"],
    label: "On whole ticks",
    meaning: {
      fills: "Fills that slipped, on the next that is no better.",
      orders:
        "Limits and stops of orders, on the next that is better for the trader; in cents where there are no ticks.",
      none: "Nothing.",
    },
  },
  ruin: {
    help: ["how", "what happens once equity is gone"],
    label: "Without equity",
    meaning: { "goes-on": "The run goes on.", ends: "Everything is closed and the debt is forgiven." },
  },
  marginCalls: {
    help: ["when", "when a margin account is liquidated"],
    label: "Margin calls",
    meaning: {
      "in-bar": "A margin account is liquidated inside a bar, at the price where equity meets the maintenance margin.",
      "at-close": "A margin account is checked when bars close and liquidated at the next price.",
    },
  },
  shortCash: {
    help: ["how", "what happens to an order that costs more than there is"],
    label: "Money short at the fill",
    meaning: {
      reduce: "What it buys is filled, the rest is canceled and counted.",
      reject: "The order is canceled.",
      "allow-negative": "The order is filled and cash goes below zero.",
    },
  },
  fills: {
    help: ["part", "fill rules for types of orders, by custom:NAME, an export of the strategy's file"],
    unset: "by the flags below",
    label: "Fill rules",
    meaning: "By functions of the strategy's file, for the types of orders that it names.",
    text: (value) => (value === undefined ? "by the settings" : modelText(value)),
  },
  limitFill: {
    help: ["on", "what fills a limit order"],
    label: "Limit orders fill on",
    meaning: {
      touch: "A price that touches the limit fills it; a gap fills at the open.",
      "trade-through": "A price beyond the limit fills it; a gap fills at the open.",
    },
  },
  stopGap: {
    help: ["where", "where a stop fills when the bar opens beyond it"],
    label: "Gapped stops fill",
    meaning: {
      "at-open": "A stop that the market jumps over fills at the worse open.",
      "at-stop": "A stop that the market jumps over fills at its own price, which nobody could have had.",
    },
  },
  stopLimitFill: {
    help: ["where", "where a stop limit fills in the bar that reaches its stop"],
    label: "Stop limits fill",
    meaning: {
      proven: "In the bar that reaches the stop, where the bar proves it.",
      "at-stop": "In that bar at the stop, where the limit lies beyond it, also after a gap.",
      turned:
        "In that bar at the stop, where the limit lies beyond it, or at the limit when the bar turned and closed beyond it.",
      "by-close": "When a bar closes beyond the limit, at the limit or at the bar's end where that is nearer.",
    },
  },
  trailFollows: {
    help: ["what", "price of a bar that trailing stops follow"],
    label: "Trailing stops follow",
    meaning: { extremes: "The best price of each bar that is over.", closes: "The closes of bars." },
  },
  trailFill: {
    help: ["where", "where trailing stops fill"],
    label: "Trailing stops fill",
    meaning: {
      "at-stop": "As other stops do.",
      "worse-close": "At the stop, or at the close of the bar that reaches it, where that is worse.",
    },
  },
  intrabar: {
    help: ["which", "which of two orders in one bar comes first"],
    label: "Two triggers in one bar",
    meaning: {
      "as-given": "Orders fill in the order of submission, across symbols.",
      queue:
        "Orders fill in the order of submission; those that only close a position at market or by stop come first.",
      pessimistic: "The one that is worse for the account comes first.",
      optimistic: "The one that is better for the account comes first.",
      ohlc: "The bar went to its high first.",
      olhc: "The bar went to its low first.",
      "nearest-extreme": "The bar went first to the extreme that is nearer to its open.",
      "drill-down": "Finer bars show it where they are recorded; else the worse one comes first.",
      band: "The worse one comes first; the other end is reported beside it.",
    },
  },
  entryBarExits: {
    help: ["when", "when exits may fill in the bar of their entry"],
    label: "Exits in the entry's bar",
    meaning: {
      "same-bar": "They live from the fill on; of an entry inside the bar only the stop may fill.",
      "next-bar": "They live from the next bar on.",
      proven: "Those of a market order live at once; of a stop the profit alone, when the bar does not reach the loss.",
    },
  },
  admission: {
    help: ["rule", "order in which orders of one moment are accepted"],
    label: "Orders of one moment",
    meaning: {
      "reducing-first": "Orders that reduce positions are accepted first; then the symbols by turnover.",
      "as-submitted": "Accepted in the order of the calls.",
    },
  },
  exitSides: {
    help: ["of", "price that take-profit and stop-loss must bracket"],
    label: "Exits lie on their sides of",
    meaning: {
      "expected-price": "The price at which their entry may be expected to fill; else it is rejected.",
      "own-price": "The limit or stop of their entry, or the last price where it has none; else it is rejected.",
      unchecked: "Nothing: they are accepted as they are.",
    },
  },
  exits: {
    help: ["kind", "what the exits of an order may do"],
    label: "Exits of an order",
    meaning: {
      "reduce-only": "Only make the position smaller, by what the order filled.",
      plain: "Are orders of their own, which wait until it has filled completely and may open a position.",
    },
  },
  barsEnd: {
    help: ["how", "what happens to positions in a symbol whose bars end"],
    label: "Bars that end",
    meaning: {
      hold: "Positions in a symbol whose bars end stay at the last price.",
      settle: "Positions in a symbol without a bar for 31 days are settled at the last price.",
    },
  },
  atEnd: {
    help: ["how", "what happens to open positions at the end"],
    label: "Open positions at the end",
    meaning: {
      mark: "Marked at the last price, not counted among closed trades.",
      finalize: "Closed at the last price, commission paid.",
      "finalize-at-open": "Closed at the open of the last bar, commission paid.",
    },
  },
  moneyRounding: {
    help: ["how", "whether money is rounded to the currency's decimals"],
    label: "Money is rounded to",
    meaning: "Decimals of the account's currency, half away from zero.",
  },
  riskFreeRate: {
    help: ["rate", "annual risk-free rate for ratios, as a fraction"],
    label: "Risk-free rate",
    meaning: "Annual.",
    text: (value) => formatFraction(value),
  },
  minimumReturn: {
    help: ["return", "return of a session below which it counts as downside"],
    label: "Minimum return",
    meaning: "Per session; what is below counts as downside.",
    text: (value) => formatFraction(value),
  },
  sessionsPerYear: {
    help: ["count", "sessions in a year, by which annual numbers are scaled"],
    unset: "from the data",
    label: "Sessions per year",
    meaning: "What annual numbers are scaled by.",
    text: (value, result) => (value > 0 ? String(value) : `${periodsPerYear(result)}, from the data`),
  },
  seed: {
    help: ["number", "seed of the strategy's random numbers"],
    label: "Random seed",
    meaning: "Of what the strategy draws by chance.",
  },
};
