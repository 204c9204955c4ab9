import { Performance } from "../../metrics/performance.ts";
import { concatColumns } from "../../primitives/column.ts";
import type { PositionValues, TradeColumns } from "../../metrics/performance-facts.ts";

/**
 * Runs that follow each other in time as one: each goes on with what the one before left. What was still open at the end of one is taken at its
 * last price, and nothing is paid for closing it, so a strategy that is always invested looks a little cheaper than it is. Where one has lost
 * all, or more with borrowed money, the account stays where it is, and those that follow have nothing to trade with.
 */
export function stitched(parts: readonly Performance[]): Performance {
  const [first] = parts;
  const { startEquity, periodsPerYear, riskFreeRate, minimumReturn, moneyDecimals, intervalMs, daily } = first!;
  const factors: number[] = [];
  const rests: number[] = [];
  const holdFactors: number[] = [];
  let [worth, held] = [1, 1];
  for (const part of parts) {
    factors.push(Math.max(worth, 0));
    rests.push(Math.min(worth, 0) * startEquity);
    holdFactors.push(held);
    if (worth > 0) worth *= (part.equity.at(-1) ?? part.startEquity) / part.startEquity;
    held *= (part.buyAndHold.at(-1) ?? part.startEquity) / part.startEquity;
  }
  const trading = parts.filter((_, i) => factors[i]! > 0);
  let records = 0;
  const sessions = parts.flatMap((part) => {
    const own = Array.from(part.sessions, (record) => record + records);
    records += part.equity.length;
    return own;
  });
  const summed = (value: (part: Performance) => number) =>
    parts.reduce((sum, part, i) => sum + factors[i]! * value(part), 0);
  return new Performance({
    startTime: first!.startTime,
    endTime: parts.at(-1)!.endTime,
    startEquity,
    time: concatColumns(parts.map(({ time }) => time)),
    date: concatColumns(parts.map(({ date }) => date)),
    sessionDates: concatColumns(parts.map(({ sessionDates }) => sessionDates)),
    equity: concatColumns(parts.map(({ equity }, i) => equity.map((value) => value * factors[i]! + rests[i]!))),
    buyAndHold: concatColumns(parts.map(({ buyAndHold }, i) => buyAndHold.map((value) => value * holdFactors[i]!))),
    sessions: Int32Array.from(sessions),
    recordsInMarket: trading.reduce((sum, part) => sum + part.recordsInMarket, 0),
    commissionPaid: summed((part) => part.commissionPaid),
    slippagePaid: summed((part) => part.slippagePaid),
    tradedValue: summed((part) => part.tradedValue),
    trades: tradesOf(trading, factors),
    periodsPerYear,
    riskFreeRate,
    minimumReturn,
    moneyDecimals,
    intervalMs,
    daily,
    positionValues: valuesOf(parts, factors),
  });
}

/** Read at once: whoever waits until a metric asks would keep the books of every run. */
function valuesOf(parts: readonly Performance[], factors: readonly number[]): PositionValues {
  const values = parts.map(({ positionValues }) => positionValues);
  const joined = (side: keyof PositionValues) =>
    concatColumns(values.map((own, i) => own[side].map((value) => value * factors[i]!)));
  return { long: joined("long"), short: joined("short") };
}

/** What of a trade is money, and grows with the account. */
const MONEY: readonly (keyof TradeColumns)[] = ["pnl", "commission", "quantity", "entryValue"];
const PLAIN: readonly (keyof TradeColumns)[] = [
  "return",
  "entryTime",
  "exitTime",
  "bars",
  "entryBar",
  "exitBar",
  "mae",
  "mfe",
];

function tradesOf(parts: readonly Performance[], factors: readonly number[]): TradeColumns {
  const column = (name: keyof TradeColumns, part: Performance) => (part.trades[name] as Float64Array | undefined)!;
  const money = MONEY.map((name) => [
    name,
    concatColumns(parts.map((part, i) => column(name, part).map((value) => value * factors[i]!))),
  ]);
  const plain = PLAIN.map((name) => [name, concatColumns(parts.map((part) => column(name, part)))]);
  const length = parts.reduce((sum, { trades }) => sum + trades.length, 0);
  const duration = concatColumns(parts.map(({ tradeDurations }) => tradeDurations));
  return { length, duration, ...Object.fromEntries([...money, ...plain]) } as TradeColumns;
}
