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
        usual.breaks.map(([from, to]) => range(from, to)).join(", ") || "–"
      } | ${extended ? range(usual.preOpen, usual.postClose) : "–"} | ${rules.sessionsPerYear} |`;
    });
  return [
    "| name | market | time zone | regular hours | break | with extended hours | sessions per year |",
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
        Number.isFinite(knownAt) ? new Date(knownAt).toISOString().slice(0, 16).replace("T", " ") : "always"
      } |`;
    }),
  );
  return ["| calendar | date | hours | known from (UTC) |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function hoursText(hours: SessionHours | undefined): string {
  return hours === undefined ? "closed" : range(hours.open, hours.close);
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
