import type { PortfolioHistory, PortfolioHistoryQuery } from "../../schemas/account.ts";
import { DAY_MS, dateOfDays } from "../../time/civil-date.ts";
import { formatInstant } from "../../time/instant.ts";
import { fixedLength, type Interval, isDailyOrLonger } from "../../time/interval.ts";
import { periodStart } from "../../time/period-start.ts";
import { zoneOf } from "../../time/zone.ts";
import { refused } from "../market-data/refused.ts";
import { accountRecord } from "./account-record.ts";
import { equityAt, equityRecords } from "./equity-records.ts";
import type { TradingAccount } from "./trading-account.ts";

/** More points than anybody draws. */
const MOST_RECORDS = 50_000;

type Point = PortfolioHistory["data"][number];

/** Equity over a period, the last record of each interval, and as it is now. Throws INVALID_PARAMETERS for too many records. */
export function portfolioHistory(
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
