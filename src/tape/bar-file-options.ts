import type { Instrument } from "../market/instrument.ts";
import type { Interval } from "../time/interval.ts";

/** What a file of bars does not say about them. */
export interface BarFileOptions {
  /** By default the name of the file without its ending. */
  readonly symbol?: string;
  /** By default the usual step between bars. */
  readonly interval?: Interval;
  /** IANA zone of times that have no offset; `UTC` by default. A date alone is midnight of this zone. */
  readonly zone?: string;
  /** What is known of the instrument: currency, tick, lot … */
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** The most bytes that are read, and that are unpacked from a packed file; 2 GiB by default. */
  readonly maxBytes?: number;
}
