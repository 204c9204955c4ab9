import type { Bars } from "../market/bars.ts";
import type { Series, SeriesQuotes, SeriesSessions } from "../market/market-data.ts";
import type { Fill } from "../ledger/records.ts";
import type { Column } from "../primitives/column.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { Digest, digestOf } from "../primitives/sha256.ts";
import { DeclaredCalendar } from "../time/declared-calendar.ts";
import { columnSeries } from "../simulation/check-series.ts";
import type { RunPlan } from "./run-plan.ts";
import { settingsBeyondConventions } from "./run-settings.ts";
import { ENGINE_VERSION } from "./version.ts";

const checksums = new WeakMap<Bars, string>();

/** SHA-256 over the columns of bars, computed once for each. */
function barsChecksum(bars: Bars): string {
  let checksum = checksums.get(bars);
  if (checksum === undefined) {
    const digest = new Digest().text(bars.interval);
    for (const column of [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume]) digest.column(column);
    checksum = digest.hex();
    checksums.set(bars, checksum);
  }
  return checksum;
}

/**
 * SHA-256 over everything that decides a run: data, settings, the strategy's source, params and engine version. Two runs with one fingerprint
 * are the same run. Without a source file the text of the strategy's functions stands for it.
 */
export function fingerprintOf(plan: RunPlan): string {
  const { strategy, params, market } = plan;
  const settings = settingsBeyondConventions(plan.settings);
  const data = seriesFacts(market.source.series);
  const rates = market.rates.map(({ currency, closeTime, rate }) => ({
    currency,
    rate: new Digest().column(closeTime).column(rate).hex(),
  }));
  const code =
    plan.sourceHash === ""
      ? Object.values(strategy)
          .filter((member) => typeof member === "function")
          .map(String)
      : plan.sourceHash;
  return digestOf({ data, rates, settings, strategy: strategy.name, code, params, engine: ENGINE_VERSION });
}

/** Everything recorded of each instrument, columns as their checksums. */
export function seriesFacts(series: readonly Series[]): readonly object[] {
  const checksumOf = (bars: Bars | undefined) => (bars === undefined ? undefined : barsChecksum(bars));
  const columnsOf = (columns: SeriesQuotes | SeriesSessions | undefined) =>
    columns && mapValues<Column, string>({ ...columns }, (column) => new Digest().column(column).hex());
  return series
    .map(columnSeries)
    .toSorted((a, b) => (a.instrument.symbol < b.instrument.symbol ? -1 : 1))
    .map(({ instrument, bars, calendar, zone, actions, priceBasis, reference, finer, sessions, quotes }) => ({
      instrument,
      bars: barsChecksum(bars),
      // What a recording declares may change under its name; what is built in changes with the engine alone.
      calendar: calendar instanceof DeclaredCalendar ? calendar.declaration : calendar?.name,
      zone: calendar === undefined ? (zone ?? bars.zone) : undefined,
      actions,
      priceBasis,
      reference: checksumOf(reference),
      finer: checksumOf(finer),
      sessions: columnsOf(sessions),
      quotes: columnsOf(quotes),
    }));
}

/** SHA-256 over time, symbol, side, quantity, price and commission of the fills in order. */
export function fillHashOf(fills: readonly Fill[]): string {
  const digest = new Digest();
  for (const fill of fills) {
    digest
      .number(fill.time)
      .text(fill.symbol)
      .text(fill.side)
      .number(fill.quantity)
      .number(fill.price)
      .number(fill.commission);
  }
  return digest.hex();
}
