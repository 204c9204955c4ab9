import { type BarColumns, Bars } from "../../market/bars.ts";
import type { RecordedChain, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import { checkBars } from "../../market/validate-bars.ts";
import { checkChain } from "./check-chain.ts";
import { checkColumns } from "./check-columns.ts";
import { ADJUSTED_COLUMN, BAR_COLUMNS, CHAIN_COLUMNS, QUOTE_COLUMNS } from "./column-names.ts";
import { picked, type SeriesKind } from "./series-kind.ts";

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
