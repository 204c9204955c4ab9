import { BarsBuilder } from "../../market/bars-builder.ts";
import type { Bars } from "../../market/bars.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { Calendar, SessionColumns } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { Draws } from "./draws.ts";
import type { MarketFactor } from "./market-factor.ts";
import type { InstrumentModel } from "./models.ts";
import { plannedActions, quarterlyDates } from "./planned-actions.ts";
import { PriceProcess, type ExDateChange, ticksPerUnit } from "./price-process.ts";
import type { WalkedSession } from "./session-walk.ts";

/** Share of a night's return that occurs in the extended hours after the close. */
const EVENING = 0.5;

/**
 * Simulates an instrument session by session: the return of the night, splits and dividends, then the steps of the session. Daily bars are the
 * sums of the steps, whether or not steps are recorded. Steps are recorded from `fineFrom` on, in days since 1970-01-01.
 */
export function simulate(
  model: InstrumentModel,
  calendar: Calendar,
  sessions: SessionColumns,
  factor: MarketFactor,
  seed: number,
  fineFrom = Infinity,
): SimulatedInstrument {
  const { symbol } = model.instrument;
  const zone = zoneOf(calendar.zone);
  const ticks = ticksPerUnit(model.instrument);
  const trading = new PriceProcess(model, factor, seed);
  const actions = plannedActions(model, sessions);
  const reports = new Set(model.company && quarterlyDates(sessions, 1, model.company.reportDay));
  const daily = new BarsBuilder("1d", sessions.length);
  const fine = new BarsBuilder(model.stepMinutes === 1 ? "1m" : "1h");
  const volatility = new Float64Array(sessions.length);
  let units = 1;

  for (let i = 0; i < sessions.length; i++) {
    const date = sessions.date[i]!;
    const open = sessions.open[i]!;
    const close = sessions.close[i]!;
    const hadNight = i > 0 && open > sessions.close[i - 1]!;
    const recorded = date >= fineFrom;
    const quiet = (name: string) => ({
      ticks,
      hourlyVolume: model.hourlyVolume * units,
      draws: new Draws(seed, symbol, name, date),
    });

    const exDateChange = exDateChangeOn(actions, date, ticks);
    units *= exDateChange.ratio;
    const { night, nightDeviation } = trading;
    const first = Math.max(1, Math.round(trading.openAfterNight(hadNight ? night : 0, exDateChange)));
    if (recorded && hadNight) {
      const price = (change: number) => trading.openAfterNight(change, exDateChange);
      const hours = { from: sessions.preOpen[i]!, to: open, price, begins: EVENING * night, ends: night };
      appendQuietHours(fine, { ...hours, deviation: nightDeviation / 2, busierEnd: "end", ...quiet("morning") });
    }

    const walked = trading.session(date, first, close - open, units, reports.has(date));
    appendDaily(daily, walked, zone.toInstantOrAfter(date * DAY_MS), ticks);
    volatility[i] = trading.deviation * Math.sqrt(calendar.sessionsPerYear);

    if (!recorded) continue;
    appendSteps(fine, walked, open, model.stepMinutes * 60_000, ticks);
    const price = (change: number) => trading.close * (1 + change);
    const hours = { from: close, to: sessions.postClose[i]!, price, begins: 0, ends: EVENING * trading.night };
    appendQuietHours(fine, {
      ...hours,
      deviation: trading.nightDeviation / 2,
      busierEnd: "begin",
      ...quiet("evening"),
    });
  }
  const recordedFine = fine.length === 0 ? undefined : fine.build();
  return { model, sessions, daily: daily.build(), fine: recordedFine, actions, volatility };
}

function exDateChangeOn(actions: readonly CorporateAction[], date: number, ticks: number): ExDateChange {
  let ratio = 1;
  let cash = 0;
  for (const action of actions) {
    if (action.exDate !== date) continue;
    ratio *= action.ratio;
    cash += action.cash * ticks;
  }
  return { ratio, cash };
}

function appendSteps(bars: BarsBuilder, walked: WalkedSession, from: number, stepMs: number, ticks: number): void {
  const { open, high, low, close, volume } = walked;
  for (let i = 0; i < open.length; i++) {
    const time = from + i * stepMs;
    bars.append(time, open[i]! / ticks, high[i]! / ticks, low[i]! / ticks, close[i]! / ticks, volume[i]!);
  }
}

function appendDaily(bars: BarsBuilder, walked: WalkedSession, time: number, ticks: number): void {
  const { open, high, low, close, volume } = walked;
  const top = high.reduce((most, value) => Math.max(most, value));
  const bottom = low.reduce((least, value) => Math.min(least, value));
  const traded = volume.reduce((sum, value) => sum + value);
  bars.append(time, open[0]! / ticks, top / ticks, bottom / ticks, close[close.length - 1]! / ticks, traded);
}

/** Result of the simulation of one instrument. */
export interface SimulatedInstrument {
  readonly model: InstrumentModel;
  /** Sessions since the listing of the instrument; `daily` has one bar for each. */
  readonly sessions: SessionColumns;
  readonly daily: Bars;
  /** Bars of recorded steps, whose regular hours add up to the bars of `daily`; undefined if none are recorded. */
  readonly fine: Bars | undefined;
  readonly actions: readonly CorporateAction[];
  /** Annual volatility at the end of each session, a fraction. */
  readonly volatility: Float64Array;
}

const MINUTE = 60_000;
/** Chance that a minute of extended hours has a trade: at the quiet end, and how much higher it is next to the regular session. */
const QUIET_CHANCE = 0.06;
const BUSY_CHANCE = 0.22;
/** Largest volume of a minute in extended hours, as a fraction of the usual hourly volume. */
const MINUTE_VOLUME_SHARE = 0.0012;

/** Extended hours before an open or after a close, in which only some minutes trade. */
interface QuietHours {
  readonly from: number;
  readonly to: number;
  /** Returns the price in ticks for a change from the last close, a fraction. */
  readonly price: (change: number) => number;
  /** Returns since the last close at the start and at the end of the extended hours, and the standard deviation in between. */
  readonly begins: number;
  readonly ends: number;
  readonly deviation: number;
  /** Which end of the extended hours is next to the regular session, where more minutes have trades. */
  readonly busierEnd: "begin" | "end";
  /** Usual hourly volume of the regular session. */
  readonly hourlyVolume: number;
  /** Ticks in one unit of price. */
  readonly ticks: number;
  readonly draws: Draws;
}

/** Appends bars for the minutes that trade; none for a market without extended hours. */
function appendQuietHours(bars: BarsBuilder, hours: QuietHours): void {
  const { from, to, price, begins, ends, deviation, busierEnd, hourlyVolume, ticks, draws } = hours;
  const count = Math.round((to - from) / MINUTE);
  const step = deviation / Math.sqrt(Math.max(1, count));
  const shocks = Float64Array.from({ length: count }, () => draws.fastNormal() * step);
  const pathCorrection = (ends - begins - shocks.reduce((sum, shock) => sum + shock, 0)) / count;
  let path = begins;
  for (let i = 0; i < count; i++) {
    const before = path;
    path += shocks[i]! + pathCorrection;
    const share = busierEnd === "end" ? (i + 1) / count : 1 - i / count;
    if (draws.uniform() > QUIET_CHANCE + BUSY_CHANCE * share * share) continue;
    const open = Math.max(1, Math.round(price(before)));
    const close = Math.max(1, Math.round(price(path)));
    const high = Math.max(open, close) / ticks;
    const low = Math.min(open, close) / ticks;
    const volume = Math.max(1, Math.round(hourlyVolume * MINUTE_VOLUME_SHARE * (0.1 + share * draws.uniform())));
    bars.append(from + i * MINUTE, open / ticks, high, low, close / ticks, volume);
  }
}
