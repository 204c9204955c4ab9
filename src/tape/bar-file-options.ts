import type { Instrument } from "../market/instrument.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkWhole, parameterError } from "../primitives/check.ts";
import { checkInterval, type Interval } from "../time/interval.ts";
import { zoneOf, type Zone } from "../time/zone.ts";
import { LARGEST_FILE } from "./file-bytes.ts";

/** What a file of bars does not say about them. */
export interface BarFileOptions {
  /** By default the name of the file without its ending. */
  readonly symbol?: string;
  /** By default the usual step between bars. */
  readonly interval?: Interval;
  /** IANA zone of times that have no offset; `UTC` by default. A date alone is midnight of this zone, and sessions of intraday bars are its days. */
  readonly zone?: string;
  /** What is known of the instrument: currency, tick, lot … */
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** The most bytes that are read, and that are unpacked from a packed file; 2 GiB by default. */
  readonly maxBytes?: number;
}

const OPTIONS: OptionNames<BarFileOptions> = {
  symbol: true,
  interval: true,
  zone: true,
  instrument: true,
  maxBytes: true,
};

/** What a reader needs before it opens the file. Throws SETTING_INVALID, PARAMETER_OUT_OF_RANGE, INTERVAL_UNKNOWN, ZONE_UNKNOWN. */
export function checkBarFileOptions(reader: string, options: BarFileOptions): { zone: Zone; maxBytes: number } {
  const { symbol, interval, zone = "UTC", maxBytes = LARGEST_FILE } = checkOptions(reader, options, OPTIONS);
  if (symbol !== undefined && (typeof symbol !== "string" || symbol === ""))
    throw parameterError("symbol", "a text that is not empty", symbol);
  if (interval !== undefined) checkInterval(interval);
  return { zone: zoneOf(zone), maxBytes: checkWhole("maxBytes", maxBytes) };
}
