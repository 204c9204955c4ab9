import type { MarketView } from "../../../market/market-view.ts";
import type { Column } from "../../../primitives/column.ts";
import { lastAtOrBefore } from "../../../primitives/sorted-search.ts";
import { Portfolio, PortfolioHistory, PortfolioHistoryQuery } from "../../../schemas/account.ts";
import { dateOfDays, DAY_MS } from "../../../time/civil-date.ts";
import { formatInstant } from "../../../time/instant.ts";
import { fixedLength, type Interval, isDailyOrLonger } from "../../../time/interval.ts";
import { periodStart } from "../../../time/period.ts";
import { zoneOf } from "../../../time/zone.ts";
import { refused } from "../../errors/api-error.ts";
import { defineRoute } from "../../route.ts";
import { accountRecord } from "../../trading/account-record.ts";
import { ofAccount } from "../../trading/once.ts";
import { positionRecords } from "../../trading/position-record.ts";
import type { TradingAccount } from "../../trading/trading-account.ts";

/** Account and positions together, and what they changed by since the close before the day of now. */
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

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

/** The close before the day of now. A day begins with the hours before the open and goes on until those of the next. */
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
  summary: "Read account and positions together",
  description: "At one point in time, with exposure and the change since the close before the current session.",
  response: Portfolio,
  handler: (call) => ofAccount(call, (account) => portfolioOf(account, call.view)),
});

export const portfolioHistoryRoute = defineRoute({
  method: "GET",
  path: "/trading/portfolio/history",
  scope: "trading:read",
  tag: "Trading",
  summary: "Read equity in the course of time",
  description:
    "The last record of each interval, and the current one. Gains are relative to equity at the start of the period.",
  query: PortfolioHistoryQuery,
  response: PortfolioHistory,
  handler: (call) => ofAccount(call, (account) => portfolioHistory(account, call.now, call.query)),
});

/** More points than anybody draws. */
const MOST_RECORDS = 50_000;

type Point = PortfolioHistory["data"][number];

/** Equity over a period, the last record of each interval, and as it is now. Throws INVALID_PARAMETERS for too many records. */
function portfolioHistory(
  account: TradingAccount,
  now: number,
  { period, interval }: PortfolioHistoryQuery,
): PortfolioHistory {
  const { calendar } = account.exchange;
  const { money, percent } = account.digits;
  const start = periodStart(period, now, calendar);
  const base = money(equityAt(account, start));
  const partOf = partsOf(interval, calendar.zone);
  const point = (time: number, equity: number, cash: number): Point => {
    const worth = money(equity);
    const gain = money(worth - base);
    return {
      timestamp: formatInstant(time),
      equity: worth,
      cash: money(cash),
      profit_loss: gain,
      profit_loss_percent: base === 0 ? null : percent((gain / base) * 100),
    };
  };
  const { time, equity, cash } = equityRecords(account);
  const last = partOf(now);
  const data: Point[] = [];
  for (let i = 0; i < time.length; i++) {
    if (time[i]! < start) continue;
    const part = partOf(time[i]!);
    // The part that goes on ends with how things stand now.
    if (part === last || (i + 1 < time.length && partOf(time[i + 1]!) === part)) continue;
    data.push(point(time[i]!, equity[i]!, cash[i]!));
    if (data.length >= MOST_RECORDS) throw tooMany(interval);
  }
  const shown = accountRecord(account, now);
  data.push(point(now, shown.equity, shown.cash));
  return { period, interval, base_value: base, data, timestamp: formatInstant(now) };
}

/** The number of the stretch of an interval in which an instant lies: minutes of the clock, days, weeks and months of a zone. */
function partsOf(interval: Interval, zone: string): (instant: number) => number {
  const length = fixedLength(interval);
  if (length !== undefined && !isDailyOrLonger(interval)) return (instant) => Math.ceil(instant / length);
  const clock = zoneOf(zone);
  // A close at midnight belongs to the day before.
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

function tooMany(interval: Interval): Error {
  return refused(`the answer must have at most ${MOST_RECORDS} records, it would have more`, [
    { in: "query", parameter: "interval", value: interval, reason: "too_many_records", limit: MOST_RECORDS },
  ]);
}

/** The equity of an account as it was recorded whenever a bar closed, columns of one length. */
interface EquityRecords {
  readonly time: Column;
  readonly equity: Column;
  readonly cash: Column;
}

/** The records of the account since it was made or reset. */
function equityRecords(account: TradingAccount): EquityRecords {
  const { plan, records } = account.run.simulation;
  const { time, equity, cash } = records.curve(plan.market.closings, () => plan.market.dates.closings);
  const first = lastAtOrBefore(time, account.createdAt, -1) + 1;
  return { time: time.subarray(first), equity: equity.subarray(first), cash: cash.subarray(first) };
}

/** Equity as it was last recorded up to a moment; the cash at the start where nothing was. */
function equityAt(account: TradingAccount, moment: number): number {
  const { time, equity } = equityRecords(account);
  const place = lastAtOrBefore(time, moment, -1);
  return place < 0 ? account.cash : equity[place]!;
}
