import { BarsBuilder } from "../../market/bars-builder.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { Calendar, SessionColumns } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { Draws } from "./draws.ts";
import type { Factor } from "./factor.ts";
import type { InstrumentModel } from "./models/model.ts";
import { plannedActions, quarterlyDates } from "./planned-actions.ts";
import { PriceProcess, type Taken } from "./price-process.ts";
import { ticksPerUnit } from "./price-steps.ts";
import { appendQuietHours } from "./quiet-hours.ts";
import type { WalkedSession } from "./session-walk.ts";
import type { SimulatedInstrument } from "./simulated-instrument.ts";

/** Share of a night's return that comes in the evening. */
const EVENING = 0.5;

/**
 * Lets an instrument trade through its sessions, one after another: the night's return, then what the exchange takes off for splits and
 * dividends, then the session step by step. Every session is walked in steps, and its daily bar is what the steps add up to, whether
 * they are recorded or not: they are from `fineFrom` on, a day since 1970-01-01, or not at all.
 */
export function simulate(
  model: InstrumentModel,
  calendar: Calendar,
  sessions: SessionColumns,
  factor: Factor,
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
    const slept = i > 0 && open > sessions.close[i - 1]!;
    const recorded = date >= fineFrom;
    const quiet = (name: string) => ({
      ticks,
      hourlyVolume: model.hourlyVolume * units,
      draws: new Draws(seed, symbol, name, date),
    });

    const taken = takenOn(actions, date, ticks);
    units *= taken.ratio;
    const { night, nightDeviation } = trading;
    const first = Math.max(1, Math.round(trading.morning(slept ? night : 0, taken)));
    if (recorded && slept) {
      const price = (change: number) => trading.morning(change, taken);
      const hours = { from: sessions.preOpen[i]!, to: open, price, begins: EVENING * night, ends: night };
      appendQuietHours(fine, { ...hours, deviation: nightDeviation / 2, louder: "end", ...quiet("morning") });
    }

    const walked = trading.session(date, first, close - open, units, reports.has(date));
    appendDaily(daily, walked, zone.toInstantOrAfter(date * DAY_MS), ticks);
    volatility[i] = trading.deviation * Math.sqrt(calendar.sessionsPerYear);

    if (!recorded) continue;
    appendSteps(fine, walked, open, model.stepMinutes * 60_000, ticks);
    const price = (change: number) => trading.close * (1 + change);
    const hours = { from: close, to: sessions.postClose[i]!, price, begins: 0, ends: EVENING * trading.night };
    appendQuietHours(fine, { ...hours, deviation: trading.nightDeviation / 2, louder: "begin", ...quiet("evening") });
  }
  const recordedFine = fine.length === 0 ? undefined : fine.build();
  return { model, sessions, daily: daily.build(), fine: recordedFine, actions, volatility };
}

function takenOn(actions: readonly CorporateAction[], date: number, ticks: number): Taken {
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
