import { convertible, type CurrencyRate } from "../../simulation/currency-rates.ts";
import type { GraphSeries } from "../../engine/graph-inputs.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import { Bars } from "../../market/bars.ts";
import { Feed } from "../../market/feed.ts";
import { instrument } from "../../market/instrument.ts";
import type { OwnColumns } from "../../market/market-data.ts";
import { type BarHours, barHours, scheduleOf } from "../../market/schedule.ts";
import { MISSING } from "../../primitives/column.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { dropFirst, dropLast, appendValues, appendAll, growingColumn } from "../../primitives/growing-column.ts";
import type { RunInstrument } from "../../schemas/replay.ts";
import type { StreamBar } from "../../schemas/stream-message.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { type Interval, isDailyOrLonger } from "../../time/interval.ts";

/** Maximum number of bars of one symbol in a run. */
export const MAX_BARS = 2 ** 21;

/** Bars of one symbol that arrive one by one, in the form that the engine and indicators read. */
export class GrowingSeries {
  readonly symbol: string;
  readonly calendar: Calendar;
  readonly series: GraphSeries & { first: number; begin: number };
  readonly feed: Feed;
  readonly #interval: Interval;
  readonly #hours: BarHours;
  /** Start of the first bar of the run, epoch milliseconds. */
  readonly #first: number;
  readonly #warmupBars: number;

  constructor(
    terms: RunInstrument,
    index: number,
    { hours, currency: cash }: Pick<RunSettings, "hours" | "currency">,
    calendars: readonly Calendar[],
  ) {
    const { symbol, name, currency, currency_decimals: currencyDecimals, multiplier, interval } = terms;
    this.symbol = symbol;
    this.#warmupBars = terms.warmup_bars;
    this.#first = terms.first === null ? -Infinity : Date.parse(terms.first);
    this.#interval = interval;
    this.#hours = hours;
    this.calendar = calendarOf(terms.calendar, calendars);
    const column = () => growingColumn(MAX_BARS);
    const raw = { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
    const bars = new Bars(interval, raw);
    const closeTime = column();
    const sessionIsBar = isDailyOrLonger(interval);
    const described = instrument(symbol, {
      name,
      currency,
      currencyDecimals,
      multiplier,
      tick: terms.tick_size,
      lot: terms.lot_size,
      role: terms.role,
      ...(terms.contracts.length > 0 && { contracts: terms.contracts }),
    });
    const columns: OwnColumns = Object.fromEntries(terms.columns.map((own) => [own, column()]));
    const schedule = {
      openTime: raw.time,
      closeTime,
      sessionOpen: raw.time,
      sessionClose: closeTime,
      sessionIsBar,
      // An empty array is enough: its presence says that the series has bars outside regular hours.
      extended: terms.extended_hours ? new Uint8Array(0) : undefined,
    };
    this.series = {
      instrument: described,
      bars,
      columns,
      calendar: this.calendar,
      schedule,
      inputs: {
        fields: { open: column(), high: column(), low: column(), close: column(), volume: column() },
        factors: { price: column(), split: column() },
      },
      finer: undefined,
      rate: undefined,
      actions: [],
      first: 0,
      begin: 0,
    };
    this.feed = new Feed(convertible(described, cash), index, bars, schedule);
  }

  get length(): number {
    return this.series.bars.length;
  }

  /** Adds bars that closed before the run begins. */
  addHistory(history: readonly StreamBar[]): void {
    if (history.length === 0) return;
    const bars = barsOf(this.#interval, history);
    const regular = barHours[this.#hours].barsOf(bars, this.calendar);
    const { closeTime } = scheduleOf(regular, this.calendar);
    const kept = new Set(regular.time);
    const regularHistory = kept.size === bars.length ? history : history.filter((_, i) => kept.has(bars.time[i]!));
    this.#add(regularHistory, regular, closeTime);
  }

  /** Adds a bar that closes at `closes`. Returns false for a bar before the first one of the run or outside its hours. */
  add(bar: StreamBar, closes: number): boolean {
    const bars = barsOf(this.#interval, [bar]);
    // A long bar of a series that is only read may close in the run, but begin before its data do.
    if (bars.time[0]! < this.#first) return false;
    if (!isDailyOrLonger(this.#interval) && barHours[this.#hours].barsOf(bars, this.calendar).length === 0)
      return false;
    this.#add([bar], bars, [closes]);
    return true;
  }

  /** Ends the warm-up: removes bars before the first one of the run. Of the others, all but the last `news` are warm-up. */
  begin(news: number): void {
    this.#removeEarlier();
    this.series.first = this.#warmupBars;
    this.series.begin = this.length - news;
  }

  #removeEarlier(): void {
    const { bars, columns = {}, schedule, inputs } = this.series;
    const excess = lastAtOrBefore(bars.time, this.#first - 1, -1) + 1;
    if (excess === 0) return;
    const { fields, factors } = inputs;
    const graph = [fields.open, fields.high, fields.low, fields.close, fields.volume, factors!.price, factors!.split];
    const traded = [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume, schedule.closeTime];
    for (const column of [...traded, ...graph, ...Object.values(columns)]) dropFirst(column, excess);
    this.feed.opened -= excess;
    this.feed.closed -= excess;
  }

  /** Sets the open of the forming bar; undefined if no bar is forming. */
  setFormingOpen(open: number | undefined): void {
    this.#trim();
    if (open === undefined) return;
    appendValues(this.series.bars.open, open);
    this.feed.opened++;
    this.feed.restated = false;
  }

  #add(received: readonly StreamBar[], added: Bars, closeTime: ArrayLike<number>): void {
    this.#trim();
    const { bars, columns = {}, schedule, inputs } = this.series;
    const { fields, factors } = inputs;
    const price = Float64Array.from(received, ({ price_factor: factor = 1 }) => factor);
    const split = Float64Array.from(received, ({ split_factor: factor = 1 }) => factor);
    for (const field of ["open", "high", "low", "close"] as const) {
      appendAll(bars[field], added[field]);
      appendAll(
        fields[field],
        added[field].map((value, i) => value * price[i]!),
      );
    }
    appendAll(bars.time, added.time);
    appendAll(bars.volume, added.volume);
    appendAll(
      fields.volume,
      added.volume.map((value, i) => value / split[i]!),
    );
    for (const [name, column] of Object.entries(columns))
      appendAll(
        column,
        received.map(({ columns: own }) => own?.[name] ?? MISSING[0]!),
      );
    appendAll(schedule.closeTime, closeTime);
    appendAll(factors!.price, price);
    appendAll(factors!.split, split);
    this.feed.opened = this.feed.closed = bars.length - 1;
    this.feed.restated = false;
  }

  /** Removes the open of a forming bar from the columns. */
  #trim(): void {
    const { open, length } = this.series.bars;
    if (open.length > length) dropLast(open, open.length - length);
    this.feed.opened = this.feed.closed;
  }
}

function barsOf(interval: Interval, bars: readonly StreamBar[]): Bars {
  const column = (value: (bar: StreamBar) => number) => Float64Array.from(bars, value);
  return new Bars(interval, {
    time: column(({ timestamp }) => Date.parse(timestamp)),
    open: column(({ open }) => open),
    high: column(({ high }) => high),
    low: column(({ low }) => low),
    close: column(({ close }) => close),
    volume: column(({ volume, volume_exact: exact = volume }) => exact),
  });
}

/** Exchange rate from a currency to the currency of the account, from bars of the pair that arrive one by one. */
export class GrowingRate {
  readonly pair: GrowingSeries;
  readonly rate: CurrencyRate;
  readonly #inverted: boolean;

  constructor(pair: GrowingSeries, currency: string, instruments: readonly RunInstrument[]) {
    this.pair = pair;
    const { symbol } = pair;
    this.#inverted = symbol.startsWith(currency);
    const other = instruments.find((one) => one.currency !== currency && symbol.includes(one.currency))!.currency;
    const { bars, schedule } = pair.series;
    const rate = this.#inverted ? growingColumn(MAX_BARS) : bars.close;
    this.rate = { currency: other, pair: symbol, closeTime: schedule.closeTime, rate };
  }

  addHistory(history: readonly StreamBar[]): void {
    this.pair.addHistory(history);
    this.#updateInverted();
  }

  /** Adds a bar of the currency pair that closes at `closes`. */
  add(bar: StreamBar, closes: number): void {
    this.pair.add(bar, closes);
    this.#updateInverted();
  }

  #updateInverted(): void {
    if (!this.#inverted) return;
    const { close } = this.pair.series.bars;
    appendAll(
      this.rate.rate,
      close.subarray(this.rate.rate.length).map((price) => 1 / price),
    );
  }
}
