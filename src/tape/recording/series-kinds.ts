import { type BarColumns, Bars } from "../../market/bars.ts";
import type { RecordedChain, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import { checkBars } from "../../market/validate-bars.ts";
import { checkColumns } from "./check-columns.ts";
import { ADJUSTED_COLUMN, BAR_COLUMNS, CHAIN_COLUMNS, CONTRACT_COLUMNS, QUOTE_COLUMNS } from "./column-names.ts";
import { picked, type SeriesKind } from "./series-kind.ts";
import type { NamedColumns } from "./arrow-file.ts";
import { recordingError } from "./recording-error.ts";

export const BARS: SeriesKind<RecordedSeries> = {
  kind: "bars",
  names: BAR_COLUMNS,
  optional: [ADJUSTED_COLUMN],
  columns: ({ bars }) => ({
    ...picked(bars, BAR_COLUMNS),
    ...(bars.adjClose !== undefined && { [ADJUSTED_COLUMN]: bars.adjClose }),
  }),
  make: ({ symbol, interval }, columns) => ({
    symbol: symbol!,
    bars: new Bars(interval!, columns as Readonly<Record<keyof BarColumns, Float64Array>>),
  }),
  check: (path, { bars }) =>
    checkBars(bars, (row) => ({ text: `${path}, bar ${row}`, details: { file: path, interval: bars.interval } })),
};

export const QUOTES: SeriesKind<RecordedQuotes> = {
  kind: "quotes",
  names: QUOTE_COLUMNS,
  optional: [],
  columns: (quotes) => picked(quotes, QUOTE_COLUMNS),
  make: ({ symbol }, columns) => ({ symbol: symbol!, ...columns }) as RecordedQuotes,
  check: (path, quotes) => checkColumns(path, picked(quotes, QUOTE_COLUMNS), ["time"]),
};

export const CHAINS: SeriesKind<RecordedChain> = {
  kind: "chains",
  names: CHAIN_COLUMNS,
  optional: [],
  columns: (chain) => picked(chain, CHAIN_COLUMNS),
  make: ({ symbol }, columns) => ({ symbol: symbol!, ...columns }) as RecordedChain,
  check: checkChain,
};

/**
 * Checks the snapshots of a chain: rows by time, then expiration, then strike, the call before the put, each once; a right is 1 or -1.
 * Throws RECORDING_INVALID.
 */
function checkChain(path: string, chain: RecordedChain): void {
  const columns: NamedColumns = Object.fromEntries(CHAIN_COLUMNS.map((name) => [name, chain[name]]));
  checkColumns(path, columns, CONTRACT_COLUMNS);
  const { time, expiration, strike, right } = chain;
  for (let row = 0; row < time.length; row++) {
    if (Math.abs(right[row]!) !== 1) {
      throw recordingError("RECORDING_INVALID", path, `must have 1 or -1 in right of row ${row}, was ${right[row]}`, {
        column: "right",
        row,
      });
    }
    if (row === 0) continue;
    const step =
      time[row]! - time[row - 1]! ||
      expiration[row]! - expiration[row - 1]! ||
      strike[row]! - strike[row - 1]! ||
      right[row - 1]! - right[row]!;
    if (step > 0) continue;
    throw recordingError(
      "RECORDING_INVALID",
      path,
      `must have rows by time, expiration, strike and right, row ${row} is not after the one before`,
      {
        row,
      },
    );
  }
}
