import type { Bars } from "../../../market/bars.ts";
import type { RecordedHistory } from "../../../market/market-view.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import type { StreamBar } from "../../../schemas/stream-message.ts";
import type { MarketTape } from "../../../data/view/market-tape.ts";
import { formatInstant } from "../../../time/instant.ts";
import { priceDecimals } from "../../market-data/prices.ts";
import { exactly, shownPrice, whole } from "../../numbers.ts";
import type { BarEvent, Wanted } from "../session-event.ts";
import type { EventSource, Mark } from "./marks.ts";

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
    const factors = exact && recorded ? factorsOf(tape, symbol, bars, dividends) : {};
    const bar = exact ? exactBar({ bars, ...factors }, this.#row) : shownBar(bars, this.#row, instrument);
    const timestamp = formatInstant(this.time);
    return { type: "bar", symbol, interval: bars.interval, bar, timestamp };
  }
}

/** Bars of which the numbers are told as they are; those that are joined have no factors. */
interface ExactBars extends Partial<Pick<RecordedHistory, "priceFactor" | "splitFactor">> {
  readonly bars: Bars;
}

/** A bar in the decimals in which prices of its instrument are shown. */
export function shownBar(bars: Bars, row: number, instrument: RecordedInstrument): StreamBar {
  const decimals = priceDecimals(instrument);
  const price = (column: Bars["open"]): number => shownPrice(column[row]!, decimals);
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

/** A bar as it is recorded, with its factors where it has them. */
export function exactBar({ bars, priceFactor, splitFactor }: ExactBars, row: number): StreamBar {
  const { time, open, high, low, close, volume } = bars;
  return {
    timestamp: formatInstant(time[row]!),
    open: open[row]!,
    high: high[row]!,
    low: low[row]!,
    close: close[row]!,
    volume: whole(volume[row]!),
    volume_exact: volume[row]!,
    ...(priceFactor !== undefined && { price_factor: priceFactor[row]! }),
    ...(splitFactor !== undefined && { split_factor: splitFactor[row]! }),
  };
}

const known = new WeakMap<MarketTape, Map<string, ReturnType<MarketTape["forwardFactors"]>>>();

/** The factors of a series, which are worked out once. */
function factorsOf(
  tape: MarketTape,
  symbol: string,
  { interval }: Bars,
  dividends: boolean,
): Pick<ExactBars, "priceFactor" | "splitFactor"> {
  let ofTape = known.get(tape);
  if (ofTape === undefined) known.set(tape, (ofTape = new Map()));
  const name = `${symbol} ${interval} ${dividends}`;
  let factors = ofTape.get(name);
  if (factors === undefined) ofTape.set(name, (factors = tape.forwardFactors(symbol, interval, dividends)));
  return { priceFactor: factors.price, splitFactor: factors.split };
}
