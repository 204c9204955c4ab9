import { Performance } from "../../metrics/performance.ts";
import { concatColumns } from "../../primitives/column.ts";
import type { PositionValues, TradeColumns } from "../../metrics/performance-facts.ts";

/**
 * Joins consecutive runs into one performance: each run continues with the equity that the previous one left. Positions open at the end of
 * a run are valued at the last price, without costs of closing. A strategy that is always invested therefore looks slightly cheaper than it
 * is.
 *
 * If a run loses everything, or more with borrowed money, equity stays at that value, and later runs have nothing to trade with.
 */
export function stitchRuns(parts: readonly Performance[]): Performance {
  const [first] = parts;
  const { startEquity, periodsPerYear, riskFreeRate, minimumReturn, moneyDecimals, intervalMs, daily } = first!;
  const factors: number[] = [];
  const debts: number[] = [];
  const holdFactors: number[] = [];
  let [equityFactor, holdFactor] = [1, 1];
  for (const part of parts) {
    factors.push(Math.max(equityFactor, 0));
    debts.push(Math.min(equityFactor, 0) * startEquity);
    holdFactors.push(holdFactor);
    if (equityFactor > 0) equityFactor *= (part.equity.at(-1) ?? part.startEquity) / part.startEquity;
    holdFactor *= (part.buyAndHold.at(-1) ?? part.startEquity) / part.startEquity;
  }
  const trading = parts.filter((_, i) => factors[i]! > 0);
  let records = 0;
  const sessions = parts.flatMap((part) => {
    const own = Array.from(part.sessions, (record) => record + records);
    records += part.equity.length;
    return own;
  });
  const sumScaled = (value: (part: Performance) => number) =>
    parts.reduce((sum, part, i) => sum + factors[i]! * value(part), 0);
  return new Performance({
    startTime: first!.startTime,
    endTime: parts.at(-1)!.endTime,
    startEquity,
    time: concatColumns(parts.map(({ time }) => time)),
    date: concatColumns(parts.map(({ date }) => date)),
    sessionDates: concatColumns(parts.map(({ sessionDates }) => sessionDates)),
    equity: concatColumns(parts.map(({ equity }, i) => equity.map((value) => value * factors[i]! + debts[i]!))),
    buyAndHold: concatColumns(parts.map(({ buyAndHold }, i) => buyAndHold.map((value) => value * holdFactors[i]!))),
    sessions: Int32Array.from(sessions),
    recordsInMarket: trading.reduce((sum, part) => sum + part.recordsInMarket, 0),
    commissionPaid: sumScaled((part) => part.commissionPaid),
    slippagePaid: sumScaled((part) => part.slippagePaid),
    tradedValue: sumScaled((part) => part.tradedValue),
    trades: joinTrades(trading, factors),
    periodsPerYear,
    riskFreeRate,
    minimumReturn,
    moneyDecimals,
    intervalMs,
    daily,
    positionValues: joinPositionValues(parts, factors),
  });
}

/** Joins position values at once, since a later computation would keep the data of every run in memory. */
function joinPositionValues(parts: readonly Performance[], factors: readonly number[]): PositionValues {
  const values = parts.map(({ positionValues }) => positionValues);
  const joinSide = (side: keyof PositionValues) =>
    concatColumns(values.map((own, i) => own[side].map((value) => value * factors[i]!)));
  return { long: joinSide("long"), short: joinSide("short") };
}

/** Columns of trades whose numbers are proportional to the size of the account. */
const MONEY_COLUMNS: readonly (keyof TradeColumns)[] = ["pnl", "commission", "quantity", "entryValue"];
const OTHER_COLUMNS: readonly (keyof TradeColumns)[] = [
  "return",
  "entryTime",
  "exitTime",
  "bars",
  "entryBar",
  "exitBar",
  "mae",
  "mfe",
];

function joinTrades(parts: readonly Performance[], factors: readonly number[]): TradeColumns {
  const column = (name: keyof TradeColumns, part: Performance) => (part.trades[name] as Float64Array | undefined)!;
  const money = MONEY_COLUMNS.map((name) => [
    name,
    concatColumns(parts.map((part, i) => column(name, part).map((value) => value * factors[i]!))),
  ]);
  const plain = OTHER_COLUMNS.map((name) => [name, concatColumns(parts.map((part) => column(name, part)))]);
  const length = parts.reduce((sum, { trades }) => sum + trades.length, 0);
  const duration = concatColumns(parts.map(({ tradeDurations }) => tradeDurations));
  return { length, duration, ...Object.fromEntries([...money, ...plain]) } as TradeColumns;
}
