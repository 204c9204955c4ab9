import type { Bars } from "../../market/bars.ts";
import type { OwnColumns } from "../../market/market-data.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type {
  DatedFact,
  RecordedChain,
  RecordedInstrument,
  RecordedMarket,
  RecordedQuotes,
  RecordedSeries,
} from "../../market/recorded-market.ts";
import type { Interval } from "../../time/interval.ts";
import type { TextBytes } from "../csv/cell.ts";
import type { ChosenColumns } from "../reading/columns.ts";
import type { DecimalMark } from "../reading/number-cells.ts";
import type { Stamp } from "../reading/stamps.ts";
import type { Refusals } from "./refusals.ts";

/** Known properties of an instrument; others take the usual values of its asset class. */
export type KnownInstrument = Partial<Omit<RecordedInstrument, "symbol">>;

/** When and at what price a listing ended. */
export interface ImportedDelisting {
  /** First day without trading: `2023-05-02`. */
  readonly exDate: string;
  /** Amount paid per unit, which may be 0. Default: the last price. */
  readonly price?: number;
}

/** Settings of an import, which state what the files leave open. */
export interface ImportSettings {
  /** Properties of the instruments; they override those of the format. */
  readonly instrument?: KnownInstrument;
  /** Interval of the bars. Default: that of the format, else the usual step between bars. */
  readonly interval?: Interval;
  /** IANA zone of times without an offset, and of the dates of daily bars. Default: that of the format, else of the exchange. */
  readonly timeZone?: string;
  /** Which columns hold the parts of a bar. Default: by their names. */
  readonly columns?: ChosenColumns;
  /** Format of the times, such as `DD/MM/YYYY HH:mm`. Default: what the times show. */
  readonly dateFormat?: string;
  /** Mark before the decimals of numbers. Default: what the numbers show. */
  readonly decimal?: DecimalMark;
  /** Whether times are the starts or the ends of bars. Default: `start`. */
  readonly stamped?: Stamp;
  /** Symbols to import from files with several. Default: all. */
  readonly symbols?: readonly string[];
  /** Time of a snapshot if the file has none: an ISO instant, or a date for the close of its session. */
  readonly at?: string;
  /** Path of a LEAN factor file, from which corporate actions are derived. */
  readonly factors?: string;
  /** Delisting of the imported instruments. */
  readonly delisted?: ImportedDelisting;
  /** Whether bids and asks are imported without the bars of their files, next to bars of trades. Default: false. */
  readonly quotesOnly?: boolean;
  /** Whether bad rows are left out and reported instead of failing the import. Default: false. */
  readonly skipBadRows?: boolean;
  /** Whether prices of 0 and below are accepted for every asset class. Default: false. */
  readonly anyPrice?: boolean;
  /** Size limit of a file in bytes, both as stored and once decompressed. Default: 512 MiB. */
  readonly maxBytes?: number;
}

/** A file to import, as importers receive it. */
export interface ImportFile {
  /** Path as the user gave it. */
  readonly file: string;
  /** Name of the file, or of the file in an archive, without folders and ending. */
  readonly name: string;
  /** Symbol that the user gave; undefined if the file determines it. */
  readonly symbol: string | undefined;
  /** Decompressed bytes. */
  readonly text: TextBytes;
  readonly settings: ImportSettings;
  /** Instruments and calendars of the market to import into; undefined for a new one. */
  readonly recorded: Pick<RecordedMarket, "instruments" | "calendars"> | undefined;
  /** The import's collection of refusals, to which an importer adds bad rows. */
  readonly refusals: Refusals;
}

/** Quotes read from a file. */
export interface ImportedQuotes extends RecordedQuotes {
  /**
   * Whether the first quote is left out if another file has a quote at the same time: the closing quote of a bar replaces an opening quote.
   */
  readonly dropFirstOnOverlap?: boolean;
}

/** Parts of a recorded market read from a file. */
export interface ImportedPart {
  readonly instruments: readonly RecordedInstrument[];
  readonly series?: readonly RecordedSeries[];
  readonly quotes?: readonly ImportedQuotes[];
  readonly actions?: readonly CorporateAction[];
  readonly chains?: readonly RecordedChain[];
  readonly facts?: readonly DatedFact[];
  /** How the file was understood, in one line. Default: its layout, and the symbols, rows and range of what was read. */
  readonly reading?: string;
  /** Layout of the file, such as `CSV with commas without a header`. Default: the name of the importer. */
  readonly layout?: string;
  /** Returns the market, with the parts of all files, as the file changes it; adds what does not fit to the refusals of the file. */
  readonly revise?: (market: RecordedMarket) => RecordedMarket;
  /** Notes on how the file was read. */
  readonly notes: readonly string[];
}

/** Bars of one instrument. */
export interface ImportedBars {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  /** Own columns of the bars, by name. */
  readonly columns?: OwnColumns | undefined;
}

/** Reads one file format into parts of a recorded market. */
export interface Importer {
  readonly name: string;
  /** Title of the format, as lists of importers show it. */
  readonly title: string;
  /** File name extensions of this format, such as `.csv`. */
  readonly endings: readonly string[];
  /**
   * Reads one file. Throws a `HindcastError` for a file of another format. Bad rows are added to the file's `refusals` and left out.
   */
  readonly read: (file: ImportFile) => Promise<ImportedPart> | ImportedPart;
}

/** Adds a bad row to the refusals of a file, with the field, a reason by which refusals are counted, and a message. */
export function refuseRow(
  { file, refusals }: ImportFile,
  line: number,
  [field, reason, message]: readonly [field: string, reason: string, message: string],
  place = "line",
): void {
  refusals.addRow({ file, line, field, reason, message: `${file}, ${place} ${line}: ${message}` });
}
