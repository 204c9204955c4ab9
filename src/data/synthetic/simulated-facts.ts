import type { DatedFact, FactKind } from "../../market/recorded-market.ts";
import { parseDate } from "../../time/instant.ts";
import { DAY_MS } from "../../time/interval.ts";
import { Draws } from "./draws.ts";
import { quarterlyDates, unitsAfter, yearsBetween } from "./planned-actions.ts";
import { rounded } from "./price-process.ts";
import type { SimulatedInstrument } from "./simulate.ts";

/** Delay of a report after the close, in milliseconds. */
const AFTER_CLOSE = 1_800_000;

/** Creates the dated facts of an instrument, oldest first: names, shares, earnings, yields and supplies. */
export function simulatedFacts(simulated: SimulatedInstrument, seed: number): DatedFact[] {
  const { instrument, renamed } = simulated.model;
  const begin = simulated.daily.time[0]!;
  const facts: DatedFact[] = [];
  const add = (kind: FactKind, value: number | string, knownAt: number): void => {
    facts.push({ symbol: instrument.symbol, kind, value, knownAt });
  };
  add("name", instrument.name, begin);
  const day = renamed && parseDate(renamed.date) / DAY_MS;
  const at = simulated.sessions.date.findIndex((date) => date >= (day ?? Infinity));
  if (at > 0) add("name", renamed!.name, simulated.sessions.open[at]!);
  addCompany(simulated, seed, add);
  addYield(simulated, add);
  addSupply(simulated, add);
  return facts.toSorted((a, b) => a.knownAt - b.knownAt);
}

type Add = (kind: FactKind, value: number, knownAt: number) => void;

/** Adds shares and trailing earnings: at the start, with every report, and restated at the first open after a split. */
function addCompany({ model, sessions, actions, daily }: SimulatedInstrument, seed: number, add: Add): void {
  const { company } = model;
  if (company === undefined) return;
  const draws = new Draws(seed, model.instrument.symbol, "reports");
  let { shares, earnings } = company;
  const state = (knownAt: number, units: number): void => {
    add("shares_outstanding", Math.round(shares * units), knownAt);
    add("trailing_eps", rounded(earnings / units, 2), knownAt);
  };
  state(daily.time[0]!, 1);
  const reports = new Set(quarterlyDates(sessions, 1, company.reportDay));
  for (let i = 0; i < sessions.length; i++) {
    const date = sessions.date[i]!;
    if (actions.some(({ kind, exDate }) => kind === "split" && exDate === date)) {
      state(sessions.open[i]!, unitsAfter(actions, date + 1));
    }
    if (!reports.has(date)) continue;
    const years = yearsBetween(sessions, date);
    shares = Math.round(company.shares * (1 - company.buyback * years));
    earnings = company.earnings * (1 + company.growth * years + 0.05 * draws.normal());
    state(sessions.close[i]! + AFTER_CLOSE, unitsAfter(actions, date + 1));
  }
}

/** Adds dividend yields: four times the last dividend over the close before its ex-date. */
function addYield({ sessions, actions, daily }: SimulatedInstrument, add: Add): void {
  for (let i = 1; i < sessions.length; i++) {
    const paid = actions.find(({ kind, exDate }) => kind === "dividend" && exDate === sessions.date[i]!);
    if (paid !== undefined) add("dividend_yield", rounded((4 * paid.cash) / daily.close[i - 1]!, 4), sessions.open[i]!);
  }
}

/** Adds the supply of a coin on the first session of every month. */
function addSupply({ model, sessions, daily }: SimulatedInstrument, add: Add): void {
  const { supply } = model;
  if (supply === undefined) return;
  let month = -1;
  for (let i = 0; i < sessions.length; i++) {
    const now = new Date(sessions.date[i]! * DAY_MS).getUTCMonth();
    if (now === month) continue;
    month = now;
    const added = Math.round(supply.added * yearsBetween(sessions, sessions.date[i]!));
    add("circulating_supply", supply.circulating + added, daily.time[i]!);
    add("total_supply", Math.max(supply.total, supply.circulating + added), daily.time[i]!);
  }
}
