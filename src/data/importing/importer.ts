import type { Bars } from "../../market/bars.ts";
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
import type { Refusals } from "./refusals.ts";

/** What is known of an instrument beside its symbol; the rest comes from its asset class. */
export type KnownInstrument = Partial<Omit<RecordedInstrument, "symbol">>;

/** When and at what price a listing ended. */
export interface ImportedDelisting {
  /** The first day on which it was not traded any more: `2023-05-02`. */
  readonly exDate: string;
  /** What was paid for one unit, which may be 0; its last price when left out. */
  readonly price?: number;
}

/** What files do not say of themselves. */
export interface ImportSettings {
  /** What is known of the instruments; goes before what a format says. */
  readonly instrument?: KnownInstrument;
  /** Length of the bars; by default what the format says, else the usual step between bars. */
  readonly interval?: Interval;
  /** IANA zone of times without an offset, and of the dates of daily bars; by default that of the format or of the exchange. */
  readonly timeZone?: string;
  /** When a snapshot was taken that does not say it: an ISO instant, or a date for the close of its session. */
  readonly at?: string;
  /** Path of a factor file, from which corporate actions are recovered. */
  readonly factors?: string;
  /** The end of the listing of what is imported. */
  readonly delisted?: ImportedDelisting;
  /** Rows that cannot be used are left out and told instead of refusing the import. */
  readonly skipBadRows?: boolean;
  /** Prices of 0 and below are taken, whatever the asset class. */
  readonly anyPrice?: boolean;
  /** The most bytes of a file, packed and unpacked; 512 MiB by default. */
  readonly maxBytes?: number;
}

/** One file that is imported. */
export interface ImportFile {
  /** As the user named it. */
  readonly file: string;
  /** The name of the file, of an archive that of the file in it, without its folders and ending. */
  readonly name: string;
  /** Whose data it holds, where the user said so. */
  readonly symbol: string | undefined;
  /** Its bytes, unpacked. */
  readonly text: TextBytes;
  readonly settings: ImportSettings;
  /** What is recorded already where it is imported into. */
  readonly recorded: Pick<RecordedMarket, "instruments" | "calendars"> | undefined;
  /** Where its bad rows are told. */
  readonly refusals: Refusals;
}

/** Quotes as a file has them. */
export interface ImportedQuotes extends RecordedQuotes {
  /** The first is that of an open: where another file's bar ends with a quote at that very instant, that one stands. */
  readonly firstGivesWay?: boolean;
}

/** The parts of a recorded market that a file holds. */
export interface ImportedPart {
  readonly instruments: readonly RecordedInstrument[];
  readonly series?: readonly RecordedSeries[];
  readonly quotes?: readonly ImportedQuotes[];
  readonly actions?: readonly CorporateAction[];
  readonly chains?: readonly RecordedChain[];
  readonly facts?: readonly DatedFact[];
  /** How the file was read, one sentence each. */
  readonly notes: readonly string[];
}

/** Bars of an instrument, as most files hold them. */
export interface ImportedBars {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
}

/** A format of files that are turned into parts of a recorded market. */
export interface Importer {
  readonly name: string;
  /** What kind of file it is, for a list. */
  readonly title: string;
  /** How names of such files end. */
  readonly endings: readonly string[];
  /**
   * Reads one file. Throws a `HindcastError` for a file that is no such file at all; rows that are wrong are told to the file's refusals
   * and left out.
   */
  readonly read: (file: ImportFile) => Promise<ImportedPart> | ImportedPart;
}

/** Tells what is wrong with a row of a file: the field, a word to count by, what must hold and what it was. */
export function refuseRow(
  { file, refusals }: ImportFile,
  line: number,
  [field, reason, message]: readonly [field: string, reason: string, message: string],
  place = "line",
): void {
  refusals.addRow({ file, line, field, reason, message: `${file}, ${place} ${line}: ${message}` });
}
