import type { Bars } from "../../../market/bars.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import type { StreamBar } from "../../../schemas/stream-bar.ts";
import type { MarketTape } from "../../../tape/view/market-tape.ts";
import { formatInstant } from "../../../time/instant.ts";
import { priceDecimals } from "../../market-data/price-decimals.ts";
import { exactly, rounded, whole } from "../../numbers.ts";
import type { BarEvent, Wanted } from "../session-event.ts";
import type { EventSource, Mark } from "./mark.ts";

/** Bars of which each is told when it is complete. */
export interface ToldBars {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  /** They are recorded as they are, and not built from finer ones. */
  readonly recorded: boolean;
}

/** A bar is complete. */
export class BarMark implements Mark {
  readonly time: number;
  readonly phase = 1;
  readonly #told: ToldBars;
  readonly #row: number;

  constructor(time: number, told: ToldBars, row: number) {
    this.time = time;
    this.#told = told;
    this.#row = row;
  }

  get counted(): boolean {
    return this.#told.recorded;
  }

  isWanted(wanted: Wanted): boolean {
    const { instrument, bars } = this.#told;
    return wanted.bar(instrument.symbol, bars.interval);
  }

  event({ tape, exact, dividends }: EventSource): BarEvent {
    const { instrument, bars, recorded } = this.#told;
    const { symbol } = instrument;
    const bar = exact ? exactBar(bars, this.#row) : shownBar(bars, this.#row, instrument);
    const factors = exact && recorded ? factorsOf(tape, symbol, bars, this.#row, dividends) : {};
    const timestamp = formatInstant(this.time);
    return { type: "bar", symbol, interval: bars.interval, bar: { ...bar, ...factors }, timestamp };
  }
}

/** A bar in the decimals in which prices of its instrument are shown. */
export function shownBar(bars: Bars, row: number, instrument: RecordedInstrument): StreamBar {
  const decimals = priceDecimals(instrument);
  const price = (column: Bars["open"]): number => rounded(column[row]!, decimals);
  const volume = bars.volume[row]!;
  return {
    timestamp: formatInstant(bars.time[row]!),
    open: price(bars.open),
    high: price(bars.high),
    low: price(bars.low),
    close: price(bars.close),
    volume: whole(volume),
    ...exactly("volume_exact", volume),
  };
}

function exactBar({ time, open, high, low, close, volume }: Bars, row: number): StreamBar {
  return {
    timestamp: formatInstant(time[row]!),
    open: open[row]!,
    high: high[row]!,
    low: low[row]!,
    close: close[row]!,
    volume: whole(volume[row]!),
    volume_exact: volume[row]!,
  };
}

const known = new WeakMap<MarketTape, Map<string, ReturnType<MarketTape["forwardFactors"]>>>();

/** The factors of a bar; those of a whole series are worked out once. */
function factorsOf(
  tape: MarketTape,
  symbol: string,
  { interval }: Bars,
  row: number,
  dividends: boolean,
): Pick<StreamBar, "price_factor" | "split_factor"> {
  let ofTape = known.get(tape);
  if (ofTape === undefined) known.set(tape, (ofTape = new Map()));
  const name = `${symbol} ${interval} ${dividends}`;
  let factors = ofTape.get(name);
  if (factors === undefined) ofTape.set(name, (factors = tape.forwardFactors(symbol, interval, dividends)));
  return { price_factor: factors.price[row]!, split_factor: factors.split[row]! };
}
