import type { AssetClass } from "../../market/recorded-market.ts";
import { zoneOf } from "../../time/zone.ts";
import { invalidFile } from "../file-error.ts";
import { openCsv } from "../csv/open-csv.ts";
import { finishBars, timeZoneOf } from "../importing/finish-bars.ts";
import { readTable } from "../importing/import-table.ts";
import type { FoundSeries } from "../reading/read-series.ts";
import type { ImportedPart, Importer, ImportFile } from "../importing/importer.ts";
import { instrumentOf, symbolOf } from "../importing/instrument-of.ts";

/**
 * Imports daily files of Yahoo Finance: `Date,Open,High,Low,Close,Adj Close,Volume`. Open, high, low and close are adjusted for splits but
 * not for dividends; the adjusted close, which is kept too, is adjusted for both.
 */
export const yahoo: Importer = {
  name: "yahoo",
  title: "Daily CSV of Yahoo Finance, with its adjusted close",
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
  const symbol = symbolOf(file);
  const assetClass = CLASS_BY_SYMBOL.find(([symbols]) => symbols.test(symbol))?.[1];
  const instrument = instrumentOf(file, symbol, {
    priceBasis: "split_adjusted",
    ...(assetClass !== undefined && { assetClass }),
  });
  const timeZone = timeZoneOf(file.settings, instrument);
  const table = await readTable(file, openCsv(file.file, file.text), zoneOf(timeZone));
  const [series] = table.series as [FoundSeries];
  if (series.columns.adjClose === undefined) {
    throw invalidFile(file.file, "must have a column Adj Close, as Yahoo's files do", {
      missing: ["adjClose"],
    });
  }
  const { bars } = finishBars(file, { ...series, unit: table.unit, instrument, timeZone });
  const notes = [`${symbol}: Yahoo's prices are adjusted for splits; its adjusted close also for dividends.`];
  return { instruments: [instrument], series: [{ symbol, bars }], notes };
}
