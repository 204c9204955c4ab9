import type { Column } from "../primitives/column.ts";
import type { TradeColumns } from "./performance-facts.ts";
import { defineMetric } from "./define.ts";
import { roundToBooked, largest, mean, smallest } from "./statistics.ts";

const NO_VALUES: Column = new Float64Array(0);

/** Returns the worst (`mae`) or best (`mfe`) move of each trade while open, as a fraction of the entry price; empty if unknown. */
function excursions(trades: TradeColumns, which: "mae" | "mfe"): Column {
  return trades[which] ?? NO_VALUES;
}

/** Returns the worst (`mae`) or best (`mfe`) move of each trade in account currency, before commissions; empty if unknown. */
function excursionMoney(trades: TradeColumns, which: "mae" | "mfe"): Column {
  const { entryValue } = trades;
  return entryValue === undefined ? NO_VALUES : excursions(trades, which).map((move, i) => move * entryValue[i]!);
}

/** Average MAE: mean of the maximum adverse excursions of trades. */
export const averageMae = defineMetric({
  name: "average-mae",
  title: "Average MAE",
  group: "trade",
  unit: "fraction",
  formula: "mean over trades of the worst unrealized move while open / entry price",
  convention:
    "Maximum adverse excursion. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursions(trades, "mae")),
});

/** Average MFE: mean of the maximum favorable excursions of trades. */
export const averageMfe = defineMetric({
  name: "average-mfe",
  title: "Average MFE",
  group: "trade",
  unit: "fraction",
  formula: "mean over trades of the best unrealized move while open / entry price",
  convention:
    "Maximum favorable excursion. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursions(trades, "mfe")),
});

/** Worst MAE: largest adverse excursion of any trade. */
export const worstMae = defineMetric({
  name: "worst-mae",
  title: "Worst MAE",
  group: "trade",
  unit: "fraction",
  formula: "lowest over trades of the worst unrealized move while open / entry price",
  convention:
    "Maximum adverse excursion. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => smallest(excursions(trades, "mae")),
});

/** Best MFE: largest favorable excursion of any trade. */
export const bestMfe = defineMetric({
  name: "best-mfe",
  title: "Best MFE",
  group: "trade",
  unit: "fraction",
  formula: "highest over trades of the best unrealized move while open / entry price",
  convention:
    "Maximum favorable excursion. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => largest(excursions(trades, "mfe")),
});

/** Average MAE in account currency. */
export const averageMaeMoney = defineMetric({
  name: "average-mae-money",
  title: "Average MAE in money",
  group: "trade",
  unit: "money",
  formula: "mean over trades of the worst unrealized result of a trade while open",
  convention:
    "Maximum adverse excursion times the value at entry, before commissions. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursionMoney(trades, "mae")),
});

/** Average MFE in account currency. */
export const averageMfeMoney = defineMetric({
  name: "average-mfe-money",
  title: "Average MFE in money",
  group: "trade",
  unit: "money",
  formula: "mean over trades of the best unrealized result of a trade while open",
  convention:
    "Maximum favorable excursion times the value at entry, before commissions. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursionMoney(trades, "mfe")),
});

/** Worst MAE in account currency. */
export const worstMaeMoney = defineMetric({
  name: "worst-mae-money",
  title: "Worst MAE in money",
  group: "trade",
  unit: "money",
  formula: "lowest over trades of the worst unrealized result of a trade while open",
  convention:
    "Maximum adverse excursion times the value at entry, before commissions. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Rounded to the decimals of the account currency. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades, moneyDecimals }) => roundToBooked(smallest(excursionMoney(trades, "mae")), moneyDecimals),
});

/** Best MFE in account currency. */
export const bestMfeMoney = defineMetric({
  name: "best-mfe-money",
  title: "Best MFE in money",
  group: "trade",
  unit: "money",
  formula: "highest over trades of the best unrealized result of a trade while open",
  convention:
    "Maximum favorable excursion times the value at entry, before commissions. Highs and lows count for the bars between entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts. Of the exit bar, only the open and the exit price count. Rounded to the decimals of the account currency. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades, moneyDecimals }) => roundToBooked(largest(excursionMoney(trades, "mfe")), moneyDecimals),
});
