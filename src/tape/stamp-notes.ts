import type { Column } from "../primitives/column.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatInstant } from "../time/instant.ts";
import { fixedLength, type Interval } from "../time/interval.ts";
import type { Zone } from "../time/zone.ts";

const HALF_HOUR_MS = 1_800_000;
/** Days, weeks or months that must look alike before anything is said. */
const FEWEST = 2;
/** The share of days that must: on some, trading halts or ends early. */
const MOST = 0.8;

/**
 * Notes on times that look like the ends of bars, which are read as their starts: minutes of 09:31 to 16:00, weeks dated by their Friday, months by their last day.
 */
export function stampNotes(time: Column, interval: Interval, zone: Zone): readonly string[] {
  if (interval === "1wk") {
    const ends = allOf(time, zone, (date) => date.getUTCDay() >= 5);
    return ends ? [endsNote("weeks", "their last day")] : [];
  }
  if (interval === "1mo" || interval === "3mo") {
    // The last weekday of a month lies up to three days before the next one.
    const ends = allOf(
      time,
      zone,
      (date) => new Date(date.getTime() + 3 * DAY_MS).getUTCMonth() !== date.getUTCMonth(),
    );
    return ends ? [endsNote(interval === "1mo" ? "months" : "quarters", "their last day")] : [];
  }
  const step = fixedLength(interval);
  if (step === undefined || step >= HALF_HOUR_MS) return [];
  return minuteNotes(time, interval, step, zone);
}

function endsNote(spans: string, by: string): string {
  return `The times look like the ends of bars: ${spans} are dated by ${by}. They are read as starts, so that each bar is known late; date them by their first day.`;
}

function allOf(time: Column, zone: Zone, isEnd: (date: Date) => boolean): boolean {
  return time.length > FEWEST && time.every((instant) => isEnd(new Date(zone.toLocal(instant))));
}

function minuteNotes(time: Column, interval: Interval, step: number, zone: Zone): readonly string[] {
  let days = 0;
  let alike = 0;
  let shown: readonly [first: number, last: number] | undefined;
  for (let row = 0; row < time.length;) {
    const first = zone.toLocal(time[row]!);
    const day = Math.floor(first / DAY_MS);
    let last = first;
    for (; row < time.length; row++) {
      const local = zone.toLocal(time[row]!);
      if (Math.floor(local / DAY_MS) !== day) break;
      last = local;
    }
    days++;
    if (first % HALF_HOUR_MS !== step || last % HALF_HOUR_MS !== 0 || last === first) continue;
    alike++;
    shown ??= [first, last];
  }
  if (shown === undefined || alike < FEWEST || alike < MOST * days) return [];
  const [from, to] = shown.map((local) => formatInstant(local).slice(11, 16));
  return [
    `The times look like the ends of bars: days go from ${from} to ${to}. They are read as starts, so that the last bar of a session lies outside of its hours; subtract ${interval} from them first.`,
  ];
}
