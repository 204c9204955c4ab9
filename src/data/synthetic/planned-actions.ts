import type { CorporateAction } from "../../market/corporate-action.ts";
import { dateOfDays } from "../../time/civil-date.ts";
import { DAY_MS } from "../../time/interval.ts";
import { parseDate } from "../../time/instant.ts";
import type { SessionColumns } from "../../time/calendar.ts";
import type { InstrumentModel } from "./models.ts";

/** Creates the splits and dividends of an instrument, by ex-date. */
export function plannedActions(model: InstrumentModel, sessions: SessionColumns): CorporateAction[] {
  const { symbol, currency } = model.instrument;
  const actions: CorporateAction[] = [];
  for (const { date, ratio } of model.splits ?? []) {
    const exDate = firstSession(sessions, parseDate(date) / DAY_MS);
    if (exDate !== undefined) actions.push({ symbol, kind: "split", exDate, ratio, cash: 0, currency });
  }
  const { dividend } = model;
  if (dividend !== undefined) {
    for (const exDate of quarterlyDates(sessions, dividend.month, dividend.day)) {
      const grown = model.startPrice * (dividend.yield / 4) * (1 + dividend.growth * yearsBetween(sessions, exDate));
      const cash = Math.round((100 * grown) / unitsAfter(actions, exDate)) / 100;
      actions.push({ symbol, kind: "dividend", exDate, ratio: 1, cash, currency });
    }
  }
  return actions.toSorted((a, b) => a.exDate - b.exDate);
}

/**
 * Returns how many units splits have made of one unit at the start, up to a date. A split on the date itself is left out, since
 * dividends are paid on units before it.
 */
export function unitsAfter(actions: readonly CorporateAction[], date: number): number {
  let units = 1;
  for (const { exDate, ratio } of actions) if (exDate < date) units *= ratio;
  return units;
}

/** Returns the first session on or after a day of the month, in every third month from the given one. */
export function quarterlyDates(sessions: SessionColumns, month: number, day: number): number[] {
  const dates: number[] = [];
  let due = false;
  for (let i = 0; i < sessions.length; i++) {
    const date = dateOfDays(sessions.date[i]!);
    const inMonth = (date.month - month) % 3 === 0;
    if (inMonth && due && date.day >= day) {
      dates.push(sessions.date[i]!);
      due = false;
    } else if (!inMonth || date.day < day) due = true;
  }
  return dates;
}

export function yearsBetween(sessions: SessionColumns, date: number): number {
  return (date - sessions.date[0]!) / 365;
}

function firstSession(sessions: SessionColumns, day: number): number | undefined {
  if (sessions.length === 0 || sessions.date[0]! > day) return undefined;
  return sessions.date.find((date) => date >= day);
}
