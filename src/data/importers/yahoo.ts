import { basename } from "node:path";
import type { Column } from "../../primitives/column.ts";
import { pluralize } from "../../primitives/words.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { isDailyOrLonger } from "../../time/interval.ts";
import { zoneOf } from "../../time/zone.ts";
import { openCsv } from "../csv/open-csv.ts";
import { actionsOfRows } from "../importing/action-rows.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import { readTable } from "../importing/import-table.ts";
import type { ImportedBars, ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";
import { normalizedName } from "../reading/columns.ts";
import { readingOf, readingText } from "../reading/file-reading.ts";
import type { FoundSeries } from "../reading/read-series.ts";

/**
 * Imports files of Yahoo Finance, as the site and the library yfinance write them: one or several symbols, with or without `Adj Close`, and
 * with splits and dividends. Prices with an adjusted close are adjusted for splits only. yfinance adjusts daily prices without that column
 * for dividends too.
 */
export const yahoo: Importer = {
  name: "yahoo",
  title: "CSV of Yahoo Finance or yfinance, with its splits and dividends",
  endings: [".csv", ".csv.gz"],
  read,
};

/** Asset classes by the form of Yahoo's symbols. */
const CLASS_BY_SYMBOL: readonly (readonly [symbols: RegExp, assetClass: AssetClass])[] = [
  [/^\^/, "index"],
  [/=X$/, "forex"],
  [/=F$/, "commodity"],
  [/-USD[TC]?$/, "crypto"],
];

async function read(file: ImportFile): Promise<ImportedPart> {
  const table = openCsv(file.file, file.text);
  const fileSymbol = symbolOf(file, table.facts.symbol ?? file.name);
  const zone = zoneOf(timeZoneOf(file.settings, yahooInstrument(file, fileSymbol, "split_adjusted")));
  const found = await readTable(file, table, zone);
  const isOnlySeries = found.series.length === 1;
  // The column may be empty, but yfinance leaves it out only if it has adjusted all prices.
  const hasAdjustedClose = table.names.some((column) => normalizedName(column).endsWith("adjclose"));
  const parts = found.series.map((series) => {
    const symbol = (isOnlySeries ? file.symbol : undefined) ?? series.symbol ?? fileSymbol;
    return readSeries(file, symbol, series, hasAdjustedClose);
  });
  const own = found.own.filter((column) => !isActionColumn(column));
  const reading = readingOf({ table, found: { ...found, own }, series: parts, zone, stamped: "start" });
  return {
    instruments: parts.map(({ instrument }) => instrument),
    series: parts.map(({ instrument, bars, columns }) => ({ symbol: instrument.symbol, bars, columns })),
    ...(parts.some(({ actions }) => actions !== undefined) && {
      actions: parts.flatMap(({ actions }) => actions ?? []),
    }),
    notes: [
      readingText(basename(file.file), reading),
      ...parts.flatMap((part) => [basisNote(part), ...part.notes]),
      ...found.notes,
    ],
  };
}

function yahooInstrument(
  file: ImportFile,
  symbol: string,
  priceBasis: RecordedInstrument["priceBasis"],
): RecordedInstrument {
  const assetClass = CLASS_BY_SYMBOL.find(([symbols]) => symbols.test(symbol))?.[1];
  return instrumentOf(file, symbol, { priceBasis, ...(assetClass !== undefined && { assetClass }) });
}

interface YahooSeries extends ImportedBars {
  readonly hasAdjustedClose: boolean;
  /** Splits and dividends; undefined if the file has no column of them. */
  readonly actions: readonly CorporateAction[] | undefined;
  readonly notes: readonly string[];
}

function readSeries(file: ImportFile, symbol: string, series: FoundSeries, hasAdjustedClose: boolean): YahooSeries {
  const instrument = yahooInstrument(file, symbol, "split_adjusted");
  const timeZone = timeZoneOf(file.settings, instrument);
  const own = Object.fromEntries(Object.entries(series.own).filter(([column]) => !isActionColumn(column)));
  const { bars, columns } = finishBars(file, { ...series, own, instrument, timeZone });
  const isDaily = isDailyOrLonger(bars.interval);
  // Yahoo does not adjust intraday prices for dividends.
  const basis = hasAdjustedClose || !isDaily ? "split_adjusted" : "fully_adjusted";
  const actions = actionsOf(instrument, series, isDaily ? timeZone : instrument.zone);
  return { instrument: yahooInstrument(file, symbol, basis), bars, columns, hasAdjustedClose, ...actions };
}

function basisNote({ instrument: { symbol, priceBasis }, hasAdjustedClose }: YahooSeries): string {
  if (hasAdjustedClose)
    return `${symbol}: Yahoo's prices are adjusted for splits; its adjusted close also for dividends.`;
  if (priceBasis !== "fully_adjusted")
    return `${symbol}: there is no adjusted close; prices are read as ${priceBasis}.`;
  return `${symbol}: there is no adjusted close, so prices are read as adjusted for splits and dividends, as yfinance writes them by default. Another basis needs --basis.`;
}

/** Names of yfinance's columns of corporate actions, normalized. */
const ACTION_COLUMNS = ["dividends", "stocksplits", "capitalgains"] as const;

/** Reads the splits and dividends of a series, which Yahoo states in units after all later splits. */
function actionsOf(
  instrument: RecordedInstrument,
  { columns, own }: FoundSeries,
  timeZone: string,
): Pick<YahooSeries, "actions" | "notes"> {
  const { symbol } = instrument;
  const [dividends, splits, gains] = ACTION_COLUMNS.map((name) => ownColumn(own, symbol, name));
  if (dividends === undefined && splits === undefined) return { actions: undefined, notes: [] };
  const zone = zoneOf(timeZone);
  let includedGains = 0;
  const rows = Array.from(columns.time, (time, row) => {
    const [dividend, gain] = [amountOf(dividends, row), amountOf(gains, row)];
    // Yahoo's dividends of funds already contain the capital gains, unless yfinance has repaired them.
    const isIncluded = gain > 0 && dividend >= gain;
    if (isIncluded) includedGains++;
    return {
      exDate: Math.floor(zone.toLocal(time) / DAY_MS),
      ratio: amountOf(splits, row),
      cash: isIncluded ? dividend : dividend + gain,
    };
  });
  const actions = actionsOfRows(instrument, rows, "after-splits");
  const notes: string[] = [];
  if (includedGains > 0) {
    const gainText = pluralize(includedGains, "capital gain");
    notes.push(
      `${symbol}: ${gainText} ${includedGains === 1 ? "is" : "are"} not added to the dividend of the same day, which contains ${includedGains === 1 ? "it" : "them"}.`,
    );
  }
  return { actions, notes };
}

function amountOf(column: Column | undefined, row: number): number {
  const value = column?.[row] ?? 0;
  return Number.isNaN(value) ? 0 : value;
}

/** Whether a column has corporate actions; in files of several symbols its name follows the symbol. */
function isActionColumn(column: string): boolean {
  return ACTION_COLUMNS.some((name) => normalizedName(column).endsWith(name));
}

/** Returns an own column of a series by its normalized name, which may follow the symbol in files of several symbols. */
function ownColumn(own: FoundSeries["own"], symbol: string, name: string): Column | undefined {
  const names = [name, normalizedName(`${symbol} ${name}`)];
  const found = Object.entries(own).find(([column]) => names.includes(normalizedName(column)));
  return found?.[1];
}
