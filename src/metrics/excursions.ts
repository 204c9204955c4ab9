import type { Column } from "../primitives/column.ts";
import type { TradeColumns } from "./performance-facts.ts";
import { defineMetric } from "./define.ts";
import { roundToBooked, largest, mean, smallest } from "./statistics.ts";

const NO_VALUES: Column = new Float64Array(0);

/** Worst (`mae`) or best (`mfe`) move of every trade while it was open, a fraction of the entry price; no values where that is not known. */
function excursions(trades: TradeColumns, which: "mae" | "mfe"): Column {
  return trades[which] ?? NO_VALUES;
}

/** The same in account currency, before commissions. */
function excursionMoney(trades: TradeColumns, which: "mae" | "mfe"): Column {
  const { entryValue } = trades;
  return entryValue === undefined ? NO_VALUES : excursions(trades, which).map((move, i) => move * entryValue[i]!);
}

/** Mean adverse excursion of a trade. */
export const averageMae = defineMetric({
  name: "average-mae",
  title: "Average MAE",
  group: "trade",
  unit: "fraction",
  formula: "mean over trades of the worst unrealised move while open / entry price",
  convention:
    "Maximum adverse excursion. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursions(trades, "mae")),
});

/** Mean favorable excursion of a trade. */
export const averageMfe = defineMetric({
  name: "average-mfe",
  title: "Average MFE",
  group: "trade",
  unit: "fraction",
  formula: "mean over trades of the best unrealised move while open / entry price",
  convention:
    "Maximum favorable excursion. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursions(trades, "mfe")),
});

/** Worst adverse excursion of a trade. */
export const worstMae = defineMetric({
  name: "worst-mae",
  title: "Worst MAE",
  group: "trade",
  unit: "fraction",
  formula: "lowest over trades of the worst unrealised move while open / entry price",
  convention:
    "Maximum adverse excursion. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => smallest(excursions(trades, "mae")),
});

/** Best favorable excursion of a trade. */
export const bestMfe = defineMetric({
  name: "best-mfe",
  title: "Best MFE",
  group: "trade",
  unit: "fraction",
  formula: "highest over trades of the best unrealised move while open / entry price",
  convention:
    "Maximum favorable excursion. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => largest(excursions(trades, "mfe")),
});

/** Mean adverse excursion of a trade in money. */
export const averageMaeMoney = defineMetric({
  name: "average-mae-money",
  title: "Average MAE in money",
  group: "trade",
  unit: "money",
  formula: "mean over trades of the worst unrealised result of a trade while open",
  convention:
    "Maximum adverse excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursionMoney(trades, "mae")),
});

/** Mean favorable excursion of a trade in money. */
export const averageMfeMoney = defineMetric({
  name: "average-mfe-money",
  title: "Average MFE in money",
  group: "trade",
  unit: "money",
  formula: "mean over trades of the best unrealised result of a trade while open",
  convention:
    "Maximum favorable excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades }) => mean(excursionMoney(trades, "mfe")),
});

/** Worst adverse excursion of a trade in money. */
export const worstMaeMoney = defineMetric({
  name: "worst-mae-money",
  title: "Worst MAE in money",
  group: "trade",
  unit: "money",
  formula: "lowest over trades of the worst unrealised result of a trade while open",
  convention:
    "Maximum adverse excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Rounded as money is booked. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades, moneyDecimals }) => roundToBooked(smallest(excursionMoney(trades, "mae")), moneyDecimals),
});

/** Best favorable excursion of a trade in money. */
export const bestMfeMoney = defineMetric({
  name: "best-mfe-money",
  title: "Best MFE in money",
  group: "trade",
  unit: "money",
  formula: "highest over trades of the best unrealised result of a trade while open",
  convention:
    "Maximum favorable excursion, of the value at entry, before commissions. As far as bars tell: extremes count for the bars between entry and exit, and for the bar of an entry by a market order at its open; of the bar of another entry its close counts, of that of an exit inside it its open. Rounded as money is booked. Missing without trades.",
  better: "higher",
  source: "J. Sweeney, Maximum Adverse Excursion, 1996.",
  inSummary: false,
  compute: ({ trades, moneyDecimals }) => roundToBooked(largest(excursionMoney(trades, "mfe")), moneyDecimals),
});
