import { type SessionHours, usualHours } from "../../src/time/calendar-rules.ts";
import { calendarRules } from "../../src/time/calendars/catalog.ts";
import { daysOfDate, DAY_MS } from "../../src/time/civil-date.ts";
import { weekdayOf } from "../../src/time/holidays.ts";

/** 10 June 2026, a Wednesday that is no holiday anywhere: its hours are shown as the usual hours of each calendar. */
const ORDINARY = daysOfDate(2026, 6, 10);

/** Returns a Markdown table of the built-in calendars and their usual hours. */
export function calendarTable(): string {
  const rows = [...calendarRules.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((rules) => {
      const usual = rules.week(weekdayOf(ORDINARY), ORDINARY)!;
      const extended = usual.preOpen < usual.open || usual.postClose > usual.close;
      return `| \`${rules.name}\` | ${rules.title} | ${rules.zone} | ${range(usual.open, usual.close)} | ${
        usual.breaks.map(([from, to]) => `break ${range(from, to)}`).join(", ") || "no break"
      } | ${extended ? `extended hours ${range(usual.preOpen, usual.postClose)}` : "no extended hours"} | ${rules.sessionsPerYear} sessions per year |`;
    });
  return [
    "| name | market | time zone | regular hours | break | extended hours | sessions |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** Returns a Markdown table of the unscheduled closures and special hours of all built-in calendars. */
export function closureTable(): string {
  const rows = [...calendarRules.values()].flatMap((rules) =>
    rules.facts.map(({ day, knownAt, change }) => {
      const before = usualHours(rules, Number(dateOf(day).slice(0, 4)))(day);
      return `| \`${rules.name}\` | ${dateOf(day)} | ${hoursText(change(before))} | ${
        Number.isFinite(knownAt)
          ? `known since ${new Date(knownAt).toISOString().slice(0, 16).replace("T", " ")} UTC`
          : "always known"
      } |`;
    }),
  );
  return ["| calendar | date | change | known since |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function hoursText(hours: SessionHours | undefined): string {
  return hours === undefined ? "closed" : `open ${range(hours.open, hours.close)}`;
}

function range(from: number, to: number): string {
  return `${time(from)} to ${time(to)}`;
}

/** Formats minutes from midnight as a time. Negative minutes are on the day before. */
function time(minutes: number): string {
  const minute = ((minutes % 1440) + 1440) % 1440;
  const text = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  if (minutes < 0) return `${text} the day before`;
  return minutes === 1440 ? "24:00" : text;
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
