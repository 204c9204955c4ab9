import type { Bars } from "../../../market/bars.ts";
import type { OwnColumns } from "../../../market/market-data.ts";
import type { RecordedHistory } from "../../../market/market-view.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import type { StreamBar } from "../../../schemas/stream-message.ts";
import type { MarketHistory } from "../../../data/view/market-history.ts";
import { mapValues } from "../../../primitives/record-helpers.ts";
import { formatInstant } from "../../../time/instant.ts";
import { priceDecimals } from "../../market-data/prices.ts";
import { exactMember, shownPrice, roundedToInteger } from "../../numbers.ts";
import type { BarEvent, EventFilter } from "../session-event.ts";
import type { EventSource, Mark } from "./marks.ts";

/** Bars of which each is reported when it is complete. */
export interface ReportedBars {
  readonly instrument: RecordedInstrument;
  readonly bars: Bars;
  readonly columns?: OwnColumns | undefined;
  /** Whether the bars are recorded, not built from shorter ones. */
  readonly recorded: boolean;
}

/** The event that a bar is complete. */
export class BarMark implements Mark {
  readonly time: number;
  readonly phase = 1;
  readonly #bars: ReportedBars;
  readonly #row: number;

  constructor(time: number, reported: ReportedBars, row: number) {
    this.time = time;
    this.#bars = reported;
    this.#row = row;
  }

  get counted(): boolean {
    return this.#bars.recorded;
  }

  isWanted(wanted: EventFilter): boolean {
    const { instrument, bars } = this.#bars;
    return wanted.bar(instrument.symbol, bars.interval);
  }

  event({ marketHistory, exact, dividends }: EventSource): BarEvent {
    const { instrument, bars, columns, recorded } = this.#bars;
    const { symbol } = instrument;
    const factors = exact && recorded ? factorsOf(marketHistory, symbol, bars, dividends) : {};
    const bar = exact ? exactBar({ bars, columns, ...factors }, this.#row) : shownBar(bars, this.#row, instrument);
    const timestamp = formatInstant(this.time);
    return { type: "bar", symbol, interval: bars.interval, bar, timestamp };
  }
}

/** Bars with all digits. Bars built from shorter ones have no adjustment factors. */
interface ExactBars extends Partial<Pick<RecordedHistory, "priceFactor" | "splitFactor" | "columns">> {
  readonly bars: Bars;
}

/** Returns a bar with its prices rounded to the decimals of the instrument. */
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
    volume: roundedToInteger(volume),
    ...exactMember("volume_exact", volume),
  };
}

/** Returns a bar as recorded, with its adjustment factors and own columns if it has any. */
export function exactBar({ bars, priceFactor, splitFactor, columns }: ExactBars, row: number): StreamBar {
  const { time, open, high, low, close, volume } = bars;
  return {
    timestamp: formatInstant(time[row]!),
    open: open[row]!,
    high: high[row]!,
    low: low[row]!,
    close: close[row]!,
    volume: roundedToInteger(volume[row]!),
    volume_exact: volume[row]!,
    ...(priceFactor !== undefined && { price_factor: priceFactor[row]! }),
    ...(splitFactor !== undefined && { split_factor: splitFactor[row]! }),
    ...ownValues(columns, row),
  };
}

/** Returns the member with the values of own columns at a bar. A missing value is null, since JSON has no NaN. */
export function ownValues(columns: OwnColumns | undefined, row: number): Pick<StreamBar, "columns"> {
  if (columns === undefined) return {};
  return { columns: mapValues(columns, (column) => (Number.isNaN(column[row]!) ? null : column[row]!)) };
}

const FACTORS = new WeakMap<MarketHistory, Map<string, ReturnType<MarketHistory["forwardFactors"]>>>();

/** Returns the adjustment factors of a series, which are computed once. */
function factorsOf(
  marketHistory: MarketHistory,
  symbol: string,
  { interval }: Bars,
  dividends: boolean,
): Pick<ExactBars, "priceFactor" | "splitFactor"> {
  let byName = FACTORS.get(marketHistory);
  if (byName === undefined) FACTORS.set(marketHistory, (byName = new Map()));
  const name = `${symbol} ${interval} ${dividends}`;
  let factors = byName.get(name);
  if (factors === undefined) byName.set(name, (factors = marketHistory.forwardFactors(symbol, interval, dividends)));
  return { priceFactor: factors.price, splitFactor: factors.split };
}
