import type { RunResult } from "../engine/run-result.ts";
import type { RunSettings } from "../engine/run-settings.ts";
import { formatFraction, formatMoney } from "./format.ts";
import { modelText, valueText, type Labelled } from "./labelled.ts";
import { periodsPerYear } from "./periods-per-year.ts";

/** How a setting reads: its label, what it means, and how its value is written. */
interface SettingTitle<T> {
  readonly label: string;
  /** One sentence for all values, or one for each. */
  readonly meaning?: string | Readonly<Record<string, string>>;
  text?(value: T, result: RunResult): string;
}

const TITLES: { readonly [K in keyof RunSettings]: SettingTitle<RunSettings[K]> } = {
  conventions: {
    label: "Conventions",
    meaning:
      "Whose habits the settings are where nothing else was asked for; metrics are by the formulas of the same engine.",
  },
  cash: { label: "Starting cash", text: (value, { currencyDecimals }) => formatMoney(value, currencyDecimals) },
  currency: { label: "Currency" },
  account: {
    label: "Account",
    meaning: {
      cash: "A cash account sells no more than it holds.",
      "cash-flow": "An account that opens nothing when cash would fall below zero; short sales bring cash.",
      "free-margin": "An account that opens, long and short, what the margin that is free at the fill carries.",
      "buying-power": "An account that asks of each order whether free margin carries it, until it fills.",
      unchecked: "An account that refuses nothing.",
      margin: "A margin account goes long and short as far as equity covers the initial margin.",
    },
  },
  initialMargin: { label: "Initial margin", meaning: "Share of exposure that equity must cover to open a position." },
  maintenanceMargin: {
    label: "Maintenance margin",
    meaning: "Share of exposure below which the account is liquidated.",
  },
  unitMargin: {
    label: "Margin of a unit",
    meaning: "What it ties up in a cash-flow account, long or short.",
    text: (value) => (value > 0 ? String(value) : "none, it is paid in full"),
  },
  debitRate: { label: "Rate on borrowed cash", meaning: "Annual.", text: (value) => formatFraction(value) },
  creditRate: { label: "Rate on cash", meaning: "Annual.", text: (value) => formatFraction(value) },
  borrowRate: { label: "Rate on short positions", meaning: "Annual.", text: (value) => formatFraction(value) },
  from: { label: "From", meaning: "First session, inclusive.", text: (value) => value || "first bar" },
  to: { label: "To", meaning: "Last session, inclusive.", text: (value) => value || "last bar" },
  zone: { label: "Zone of these dates" },
  warmupBars: {
    label: "Warm-up bars",
    meaning: "Bars fed to the indicators before the first decision.",
    text: (value) => (value < 0 ? "all recorded" : String(value)),
  },
  hours: {
    label: "Hours",
    meaning: {
      regular: "Bars before the open and after the close are left out.",
      extended: "Bars before the open and after the close take part; only orders for them match there.",
    },
  },
  graphPrices: {
    label: "Indicators read prices without",
    meaning: "The jumps of these are taken out, from the first bar on.",
  },
  dividends: {
    label: "Dividends",
    meaning: { pay: "Paid to who is long, and by who is short, on the ex-date.", ignore: "Left out." },
  },
  commission: { label: "Commission", text: modelText },
  slippage: { label: "Slippage", text: modelText },
  volumeShare: {
    label: "Most of a bar's volume",
    meaning: "What orders may fill of a bar; the rest waits.",
    text: (value) => (value > 0 ? formatFraction(value) : "no limit"),
  },
  latencyMs: { label: "Latency", meaning: "From a decision to the market.", text: (value) => `${value} ms` },
  fillAt: {
    label: "Market orders fill at",
    meaning: {
      "next-open": "A market order decided at a close fills at the first later price: the open of the next bar.",
      "next-close": "A market order decided at a close fills at the close of the next bar.",
      "same-close": "A market order fills at the very close at which it was decided: nobody can do that.",
    },
  },
  sizeAt: {
    label: "Sizes become quantities",
    meaning: {
      "at-submission": "On the last price when the order is given, commission included.",
      "at-fill": "On the price of the fill, commission included.",
    },
  },
  sizing: {
    label: "A share of equity becomes",
    meaning: {
      affordable: "The most units that it pays for with their commission.",
      "net-of-commission": "Units worth the share of what equity is after their commission.",
      value: "Units worth the share, commission on top.",
      "near-value": "Units worth the share, commission on top; almost a whole lot counts as one.",
    },
  },
  cashBuffer: {
    label: "Cash buffer",
    meaning: "Share of equity that sizes by share leave untouched.",
    text: (value) => formatFraction(value),
  },
  orderLife: {
    label: "Orders live",
    meaning: {
      day: "For their session, unless they say otherwise.",
      gtc: "Until canceled, unless they say otherwise.",
    },
  },
  exclusiveOrders: {
    label: "New orders end what was before",
    meaning: "Orders of the symbol are canceled and its position is closed.",
    text: (value) => (value ? "yes" : "no"),
  },
  closing: {
    label: "Closing a position",
    meaning: {
      cancels: "Cancels the open orders that would make it smaller, and does no more than end it.",
      reduces: "Leaves other orders as they are, and does no more than end it.",
      plain: "Is a market order like any other for what is held when it is given.",
    },
  },
  bookAt: {
    label: "Fills are booked",
    meaning: {
      "price-event": "At the price event that makes them.",
      "bar-close": "When their bar closes, counted at its close, which nobody knew at its open.",
    },
  },
  restingSee: {
    label: "Resting orders see",
    meaning: {
      bar: "All of a bar.",
      close: "Only the close of a bar.",
      "traded-close": "Only the close of a bar, while it has volume left.",
    },
  },
  fillsBy: {
    label: "A fill is for",
    meaning: {
      order: "The order.",
      trade: "Each trade that the order ends, and the one that it opens, which alone slips.",
    },
  },
  limitSlippage: {
    label: "Limit orders slip",
    meaning: {
      none: "Never.",
      slips: "Like other orders.",
      waits: "Like other orders, and wait while that takes the price beyond the limit.",
      "to-limit": "Like other orders, no further than to the limit.",
      "by-model": "Like other orders; they wait where slippage is by volume, else take any price once reached.",
    },
  },
  tickRounding: {
    label: "On whole ticks",
    meaning: {
      fills: "Fills that slipped, on the next that is no better.",
      orders:
        "Limits and stops of orders, on the next that is better for the trader; in cents where there are no ticks.",
      none: "Nothing.",
    },
  },
  slippageReach: {
    label: "Slippage goes",
    meaning: { unbounded: "As far as its model says.", bar: "No further than the bar traded." },
  },
  ruin: {
    label: "Without equity",
    meaning: { "goes-on": "The run goes on.", ends: "Everything is closed and what is owed is forgiven." },
  },
  marginCalls: {
    label: "Margin calls",
    meaning: {
      "in-bar": "A margin account is liquidated inside a bar, at the price where equity meets the maintenance margin.",
      "at-close": "A margin account is checked when bars close and liquidated at the next price.",
    },
  },
  shortCash: {
    label: "Money short at the fill",
    meaning: {
      reduce: "What it buys is filled, the rest is canceled and counted.",
      reject: "The order is canceled.",
      "allow-negative": "The order is filled and cash goes below zero.",
    },
  },
  limitFill: {
    label: "Limit orders fill on",
    meaning: {
      touch: "A price that touches the limit fills it; a gap fills at the open.",
      "trade-through": "A price beyond the limit fills it; a gap fills at the open.",
    },
  },
  stopGap: {
    label: "Gapped stops fill",
    meaning: {
      "at-open": "A stop that the market jumps over fills at the worse open.",
      "at-stop": "A stop that the market jumps over fills at its own price, which nobody could have had.",
    },
  },
  stopLimitFill: {
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
    label: "Trailing stops follow",
    meaning: { extremes: "The best price of each bar that is over.", closes: "The closes of bars." },
  },
  trailFill: {
    label: "Trailing stops fill",
    meaning: {
      "at-stop": "As other stops do.",
      "worse-close": "At the stop, or at the close of the bar that reaches it, where that is worse.",
    },
  },
  intrabar: {
    label: "Two triggers in one bar",
    meaning: {
      "as-given": "Orders fill as they were given, for whichever symbol.",
      queue: "Orders fill as they were given; those that only end a position at market or by stop come first.",
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
    label: "Exits in the entry's bar",
    meaning: {
      "same-bar": "They live from the fill on; of an entry inside the bar only the stop may fill.",
      "next-bar": "They live from the next bar on.",
      proven: "Those of a market order live at once; of a stop the profit alone, when the bar does not reach the loss.",
    },
  },
  admission: {
    label: "Orders of one moment",
    meaning: {
      "reducing-first": "What makes positions smaller is accepted first; then the symbols by turnover.",
      "as-submitted": "Accepted in the order of the calls.",
    },
  },
  exitSides: {
    label: "Exits lie on their sides of",
    meaning: {
      "expected-price": "The price at which their entry may be expected to fill; else it is refused.",
      "own-price": "The limit or stop of their entry, or the last price where it has none; else it is refused.",
      unchecked: "Nothing: they are taken as they are.",
    },
  },
  exits: {
    label: "Exits of an order",
    meaning: {
      "reduce-only": "Only make the position smaller, by what the order filled.",
      plain: "Are orders of their own, which wait until it has filled whole and may open a position.",
    },
  },
  barsEnd: {
    label: "Bars that end",
    meaning: {
      hold: "Positions in a symbol whose bars end stay at the last price.",
      settle: "Positions in a symbol without a bar for 31 days are settled at the last price.",
    },
  },
  atEnd: {
    label: "Open positions at the end",
    meaning: {
      mark: "Marked at the last price, not counted among closed trades.",
      finalize: "Closed at the last price, commission paid.",
      "finalize-at-open": "Closed at the open of the last bar, commission paid.",
    },
  },
  moneyRounding: { label: "Money is rounded to", meaning: "Decimals of the account's currency, half away from zero." },
  riskFreeRate: { label: "Risk-free rate", meaning: "Annual.", text: (value) => formatFraction(value) },
  minimumReturn: {
    label: "Minimum return",
    meaning: "Per session; what is below counts as downside.",
    text: (value) => formatFraction(value),
  },
  sessionsPerYear: {
    label: "Sessions per year",
    meaning: "What annual numbers are scaled by.",
    text: (value, result) => (value > 0 ? String(value) : `${periodsPerYear(result)}, from the data`),
  },
  seed: { label: "Random seed", meaning: "Of what the strategy draws by chance." },
};

/** The settings of a run as rows of a table, each with its meaning. A setting that has no title here keeps its own name. */
export function settingsRows(result: RunResult): Labelled[] {
  return Object.entries(result.settings).map(([name, value]) => {
    const title = (TITLES as Readonly<Record<string, SettingTitle<never> | undefined>>)[name];
    const text = title?.text?.(value as never, result) ?? valueText(value);
    const meaning = typeof title?.meaning === "object" ? title.meaning[String(value)] : title?.meaning;
    return { label: title?.label ?? name, text, ...(meaning !== undefined && { meaning }) };
  });
}
