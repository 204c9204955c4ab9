import type { MarketView } from "../../../market/market-view.ts";
import type { Column } from "../../../primitives/column.ts";
import { lastAtOrBefore } from "../../../primitives/sorted-search.ts";
import { Portfolio, PortfolioHistory, PortfolioHistoryQuery } from "../../../schemas/account.ts";
import { dateOfDays, DAY_MS } from "../../../time/civil-date.ts";
import { formatInstant } from "../../../time/instant.ts";
import { fixedLength, type Interval, isDailyOrLonger } from "../../../time/interval.ts";
import { periodStart } from "../../../time/period.ts";
import { checkFits } from "../../../time/interval-fit.ts";
import { zoneOf } from "../../../time/zone.ts";
import { refused } from "../../errors/api-error.ts";
import { defineRoute } from "../../route.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { readAccount } from "../../trading/run-once.ts";
import { positionRecords } from "../../trading/position-record.ts";
import type { TradingAccount } from "../../trading/trading-account.ts";

/** Returns the account and its positions, with their change since the close before the current day. */
function portfolioOf(account: TradingAccount, view: MarketView): Portfolio {
  const { now } = view;
  const { money, percent } = account.digits;
  const positions = positionRecords(account, now);
  const shown = accountRecord(account, now, positions);
  const before = money(equityAt(account, closeBefore(view)));
  const change = money(shown.equity - before);
  return {
    account: shown,
    positions,
    gross_exposure: money(shown.long_market_value - shown.short_market_value),
    net_exposure: money(shown.long_market_value + shown.short_market_value),
    day_change: change,
    day_change_percent: before === 0 ? 0 : percent((change / before) * 100),
    timestamp: formatInstant(now),
  };
}

/** Number of days that exceeds any market's longest closure in modern times. */
const LONGEST_CLOSURE = 31;

/**
 * Returns the time of the close before the current day. A day begins with its pre-market hours and ends where those of the next day begin.
 */
function closeBefore(view: MarketView): number {
  const calendar = view.mainCalendar;
  const session = view.session(calendar);
  if (session === undefined) return -Infinity;
  if (view.status(calendar) === "pre") return session.close;
  return view.sessions(calendar, session.date - LONGEST_CLOSURE, session.date - 1).at(-1)?.close ?? session.open;
}

export const portfolioRoute = defineRoute({
  method: "GET",
  path: "/trading/portfolio",
  scope: "trading:read",
  tag: "Trading",
  summary: "Get account and positions together",
  description:
    "The account and its positions at one point in time, with exposure and the change since the close before the current session.",
  response: Portfolio,
  handler: (call) => readAccount(call, (account) => portfolioOf(account, call.view)),
});

export const portfolioHistoryRoute = defineRoute({
  method: "GET",
  path: "/trading/portfolio/history",
  scope: "trading:read",
  tag: "Trading",
  summary: "Get the equity history of the account",
  description:
    "The last record of each interval, and the current value. Gains are relative to the equity at the start of the period.",
  query: PortfolioHistoryQuery,
  response: PortfolioHistory,
  handler: (call) => readAccount(call, (account) => portfolioHistory(account, call.now, call.query)),
});

/** Maximum number of records in a response, more than any chart shows. */
const MAX_RECORDS = 50_000;

type Point = PortfolioHistory["data"][number];

/**
 * Returns equity over a period: the last record of each interval, and the current equity. Throws INVALID_PARAMETERS if the response would
 * have too many records.
 */
function portfolioHistory(
  account: TradingAccount,
  now: number,
  { period, interval }: PortfolioHistoryQuery,
): PortfolioHistory {
  const { calendar } = account.exchange;
  const { money, percent } = account.digits;
  const start = periodStart(period, now, calendar);
  const base = money(equityAt(account, start));
  // Intervals are counted in UTC, so that sessions do not matter.
  checkFits(interval, "1s", undefined, 0);
  const intervalOf = intervalNumbering(interval, calendar.zone);
  const point = (time: number, equity: number, cash: number): Point => {
    const shownEquity = money(equity);
    const gain = money(shownEquity - base);
    return {
      timestamp: formatInstant(time),
      equity: shownEquity,
      cash: money(cash),
      profit_loss: gain,
      profit_loss_percent: base === 0 ? null : percent((gain / base) * 100),
    };
  };
  const { time, equity, cash } = equityRecords(account);
  const lastInterval = intervalOf(now);
  const data: Point[] = [];
  for (let i = 0; i < time.length; i++) {
    if (time[i]! < start) continue;
    const current = intervalOf(time[i]!);
    // The current interval ends with the current equity, which is added below.
    if (current === lastInterval || (i + 1 < time.length && intervalOf(time[i + 1]!) === current)) continue;
    data.push(point(time[i]!, equity[i]!, cash[i]!));
    if (data.length >= MAX_RECORDS) throw tooManyRecords(interval);
  }
  const shown = accountRecord(account, now);
  data.push(point(now, shown.equity, shown.cash));
  return { period, interval, base_value: base, data, timestamp: formatInstant(now) };
}

/**
 * Returns a function that gives the number of the interval in which an instant lies: minutes in UTC, or days, weeks and months of a time
 * zone.
 */
function intervalNumbering(interval: Interval, zone: string): (instant: number) => number {
  const length = fixedLength(interval);
  if (length !== undefined && !isDailyOrLonger(interval)) return (instant) => Math.ceil(instant / length);
  const clock = zoneOf(zone);
  // A close at midnight belongs to the previous day.
  const day = (instant: number): number => Math.floor((clock.toLocal(instant) - 1) / DAY_MS);
  if (length !== undefined) {
    const days = length / DAY_MS;
    // Weeks begin on Mondays; 1970-01-01 was a Thursday.
    return (instant) => Math.floor((day(instant) + 3) / days);
  }
  const months = interval === "3mo" ? 3 : 1;
  return (instant) => {
    const { year, month } = dateOfDays(day(instant));
    return Math.floor((year * 12 + month - 1) / months);
  };
}

function tooManyRecords(interval: Interval): Error {
  return refused(`the answer would have more than ${MAX_RECORDS} records. Use a longer interval or a shorter period`, [
    { in: "query", parameter: "interval", value: interval, reason: "too_many_records", limit: MAX_RECORDS },
  ]);
}

/** Equity of an account at every close of a bar, in columns of equal length. */
interface EquityRecords {
  readonly time: Column;
  readonly equity: Column;
  readonly cash: Column;
}

/** Returns the records of the account since it was created or reset. */
function equityRecords(account: TradingAccount): EquityRecords {
  const { plan, records } = account.run.simulation;
  const { time, equity, cash } = records.curve(plan.market.closings, () => plan.market.dates.closings);
  const first = lastAtOrBefore(time, account.createdAt, -1) + 1;
  return { time: time.subarray(first), equity: equity.subarray(first), cash: cash.subarray(first) };
}

/** Returns the equity that was recorded last at an instant; the initial cash if nothing was recorded. */
function equityAt(account: TradingAccount, moment: number): number {
  const { time, equity } = equityRecords(account);
  const place = lastAtOrBefore(time, moment, -1);
  return place < 0 ? account.cash : equity[place]!;
}
