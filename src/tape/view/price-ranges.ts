import { lastUpTo } from "../../primitives/rising.ts";
import { DAY_MS, dateOfDays, daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import type { InstrumentTape } from "./instrument-tape.ts";
import type { Position } from "./position.ts";

/** The range of a year and the highest price of all, in units of today. NaN where no price is known. */
export interface PriceRanges {
  readonly high: number;
  readonly low: number;
  readonly allTimeHigh: number;
  /** When the bar began in which it was reached. */
  readonly allTimeHighTime: number;
}

/**
 * Ranges of all recorded bars up to now, of forming ones their open. Bars count in the year when they open in it. Asked when all series stand
 * at the position.
 */
export function rangesOf(tape: InstrumentTape, at: Position, today: number): PriceRanges {
  const { splits } = tape;
  const since = yearBefore(at.now);
  let high = NaN;
  let low = NaN;
  let allTimeHigh = NaN;
  let allTimeHighTime = NaN;
  for (const track of tape.barTracks) {
    const { series, now } = track;
    const { bars, openTime, closeDay } = series;
    track.yearAgo = lastUpTo(openTime, since, track.yearAgo);
    const from = track.yearAgo + 1;
    const to = now.closed + 1;
    const { allTime, highest, lowest } = series.range(from, to);
    if (allTime >= 0) {
      const price = splits.price(bars.high[allTime]!, closeDay[allTime]!, today);
      if (!(price <= allTimeHigh)) {
        allTimeHigh = price;
        allTimeHighTime = openTime[allTime]!;
      }
    }
    if (highest >= 0) {
      high = higher(splits.price(bars.high[highest]!, closeDay[highest]!, today), high);
      low = lower(splits.price(bars.low[lowest]!, closeDay[lowest]!, today), low);
    }
    if (now.opened <= now.closed) continue;
    const price = splits.price(bars.open[now.opened]!, series.openDay[now.opened]!, today);
    if (!(price <= allTimeHigh)) {
      allTimeHigh = price;
      allTimeHighTime = openTime[now.opened]!;
    }
    if (now.opened < from) continue;
    high = higher(price, high);
    low = lower(price, low);
  }
  return { high, low, allTimeHigh, allTimeHighTime };
}

function higher(price: number, than: number): number {
  return price <= than ? than : price;
}

function lower(price: number, than: number): number {
  return price >= than ? than : price;
}

let lastDay = NaN;
let lastYear = 0;

/** The same time of UTC on the same date of the year before; 28 February for a leap day. */
function yearBefore(instant: number): number {
  const days = Math.floor(instant / DAY_MS);
  if (days !== lastDay) {
    const { year, month, day } = dateOfDays(days);
    lastYear = (days - daysOfDate(year - 1, month, Math.min(day, daysInMonth(year - 1, month)))) * DAY_MS;
    lastDay = days;
  }
  return instant - lastYear;
}
