import type { Bars } from "../market/bars.ts";
import type { OwnColumns, Series, SeriesQuotes, SeriesSessions } from "../market/market-data.ts";
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

/** Returns the SHA-256 of the columns of bars, which is cached. */
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
 * Returns the SHA-256 of everything that determines a run: data, settings, strategy source, parameters and engine
 * version. Equal fingerprints mean equal runs. Without a source file, the text of the strategy's functions counts.
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

/** Returns all recorded facts about each instrument, with a checksum in place of each column. */
export function seriesFacts(series: readonly Series[]): readonly object[] {
  const checksumOf = (bars: Bars | undefined) => (bars === undefined ? undefined : barsChecksum(bars));
  const columnsOf = (columns: OwnColumns | SeriesQuotes | SeriesSessions | undefined) =>
    columns && mapValues<Column, string>({ ...columns }, (column) => new Digest().column(column).hex());
  return series
    .map(columnSeries)
    .toSorted((a, b) => (a.instrument.symbol < b.instrument.symbol ? -1 : 1))
    .map(({ instrument, bars, columns, calendar, zone, actions, priceBasis, reference, finer, sessions, quotes }) => ({
      instrument,
      bars: barsChecksum(bars),
      columns: columnsOf(columns),
      // A calendar that users declare may change under the same name. A built-in one changes only with the engine
      // version.
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

/** Returns the SHA-256 of fills: time, symbol, side, quantity, price and commission, in sequence. */
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
