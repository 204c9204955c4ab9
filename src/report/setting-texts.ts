import type { RunSettings } from "../engine/run-settings.ts";
import { FILL_SETTING_TEXTS } from "./fill-setting-texts.ts";
import { formatFraction, formatMoney } from "../metrics/format.ts";
import { modelText } from "./labelled.ts";
import type { SettingText } from "./setting-text.ts";
import { periodsPerYear } from "./summary-rows.ts";

/** Texts of every setting. The settings themselves are defined in `src/engine/settings.ts`. */
export const SETTING_TEXTS: { readonly [Name in keyof RunSettings]: SettingText<RunSettings[Name]> } = {
  conventions: {
    help: ["engine", "engine whose rules for fills, costs and metrics the run imitates; other flags override them"],
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
    hints: {
      cash: "no short sales, no borrowed money",
      margin: "long and short, limited by the initial margin",
      "cash-flow": "long and short while cash stays above zero",
      "free-margin": "long and short, margin checked only when the order fills",
      "buying-power": "long and short, margin checked from submission until the fill",
      unchecked: "no limits",
    },
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
    help: ["share", "equity required to open a position, as a share of the value of all positions"],
    label: "Initial margin",
    meaning: "Equity required to open a position, as a share of the value of all positions.",
  },
  maintenanceMargin: {
    help: ["share", "equity required to avoid liquidation, as a share of the value of all positions"],
    label: "Maintenance margin",
    meaning: "Equity required to avoid liquidation, as a share of the value of all positions.",
  },
  unitMargin: {
    help: [
      "amount",
      "margin that each unit of a position requires, as for futures, if --account is cash-flow; 0 to pay units in full",
    ],
    label: "Margin per unit",
    meaning: "Margin that each unit of a long or short position requires in a cash-flow account.",
    text: (value) => (value > 0 ? String(value) : "none: units are paid in full"),
  },
  debitRate: {
    help: ["rate", "annual financing rate on borrowed cash, as a fraction"],
    label: "Financing rate",
    meaning: "Annual interest rate on borrowed cash.",
    text: (value) => formatFraction(value),
  },
  creditRate: {
    help: ["rate", "annual interest earned on idle cash, as a fraction"],
    label: "Interest on idle cash",
    meaning: "Annual interest rate on idle cash.",
    text: (value) => formatFraction(value),
  },
  borrowRate: {
    help: ["rate", "annual borrow fee on short positions, as a fraction"],
    label: "Borrow fee",
    meaning: "Annual fee on the value of short positions.",
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
    help: ["zone", "time zone of dates and of times without an offset from UTC, such as America/New_York"],
    unset: "UTC, or the zone of the easternmost exchange in the data if that is east of UTC",
    label: "Time zone",
  },
  warmupBars: {
    help: ["bars", "number of bars before --from that indicators use to warm up"],
    unset: "all bars",
    label: "Warm-up bars",
    meaning: "Number of bars before the first session that indicators use to warm up.",
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
    help: ["adjustment", "corporate actions for which the prices that indicators read are adjusted"],
    label: "Indicator prices adjusted for",
    meaning: {
      splits: "Indicators read prices adjusted for splits.",
      "splits-and-dividends": "Indicators read prices adjusted for splits and dividends.",
    },
  },
  dividends: {
    help: ["how", "whether recorded dividends are paid or ignored"],
    label: "Dividends",
    meaning: {
      pay: "On the ex-date, long positions receive dividends and short positions pay them.",
      ignore: "Dividends are not booked.",
    },
  },
  commission: {
    help: [
      "model",
      "commission per fill: a share of its value, such as 0.001 for 0.1%, or MODEL:FIELD=VALUE,...; models",
    ],
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
      "function that limits the quantity that a bar can fill: custom:NAME, where NAME is an export of the strategy's file",
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
  ...FILL_SETTING_TEXTS,
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
    help: ["rate", "annual risk-free rate that ratios such as the Sharpe ratio subtract, as a fraction"],
    label: "Risk-free rate",
    meaning: "Annual rate that ratios such as the Sharpe ratio subtract from returns.",
    text: (value) => formatFraction(value),
  },
  minimumReturn: {
    help: ["return", "minimum acceptable return per session; lower returns count as losses in downside risk"],
    label: "Minimum return",
    meaning: "Minimum acceptable return per session. Lower returns count as losses in downside risk.",
    text: (value) => formatFraction(value),
  },
  sessionsPerYear: {
    help: ["count", "number of sessions per year, used to annualize metrics"],
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
