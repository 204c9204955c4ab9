import { pairOf } from "../../simulation/currency-rates.ts";
import { settingsOver } from "../../engine/run-plan.ts";
import type { MarketSeries } from "../../simulation/market-series.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { factorReference } from "../../market/action-factors.ts";
import type { Bars } from "../../market/bars.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import type { RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { runIntervals } from "../../market/run-intervals.ts";
import type { RunInstrument, RunTerms } from "../../schemas/replay.ts";
import type { Calendar } from "../../time/calendar.ts";
import { snakeCase, renameMembers } from "../../primitives/member-names.ts";
import { listNames } from "../../primitives/words.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DeclaredCalendar } from "../../time/declared-calendar.ts";
import { formatInstant } from "../../time/instant.ts";
import { compareIntervals, type Interval, isSameInterval } from "../../time/interval.ts";
import { checkTraded, Market } from "../../simulation/market.ts";
import { SimulationPlan } from "../../simulation/simulation-plan.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { accountKindOf, type AccountType, accountTypeOf, type TradingVenue } from "./trading-venue.ts";
import { checkSinglePath } from "./exchange.ts";

/** The market of a lockstep session, whose account behaves as in a backtest with the same data, range and settings. */
export class BacktestVenue implements TradingVenue {
  readonly settings: RunSettings;
  readonly calendar: Calendar;
  readonly asBacktest = true;
  readonly market: Market;
  readonly #runSettings: Partial<RunSettings>;

  /** Creates the market. Throws DATA_EMPTY, SETTING_INVALID, DATE_RANGE_EMPTY, and the other errors of a backtest over these data. */
  constructor(data: MarketData, calendar: Calendar, runSettings: Partial<RunSettings>) {
    this.settings = settingsOver(data, undefined, runSettings);
    checkSinglePath(this.settings);
    this.calendar = calendar;
    this.#runSettings = runSettings;
    this.market = new Market(data, undefined, this.settings);
    checkTraded(this.market);
    // Throws now for invalid settings, instead of when an account is created.
    this.plan(this.settings.cash, this.accountType);
  }

  get currency(): string {
    return this.settings.currency;
  }

  get accountType(): AccountType {
    return accountTypeOf(this.settings);
  }

  plan(cash: number, type: AccountType): SimulationPlan {
    const account = accountKindOf(type, this.settings);
    const { zone } = this.settings;
    return new SimulationPlan(this.market, resolveSettings({ ...this.#runSettings, zone, cash, account }));
  }
}

/**
 * Returns the recorded data of some symbols for a lockstep session. Throws INVALID_PARAMETERS for an interval that not all traded symbols have.
 */
export function runData(
  market: RecordedMarket,
  symbols: readonly string[],
  requestedInterval: Interval | undefined,
  withFiner: boolean,
): { readonly data: MarketData; readonly interval: Interval } {
  const recordedOf = (symbol: string) => market.series.filter((one) => one.symbol === symbol).map(({ bars }) => bars);
  const seriesOf = (symbol: string, interval: Interval) =>
    market.series.find((one) => one.symbol === symbol && isSameInterval(one.bars.interval, interval));
  const barsOf = (symbol: string, interval: Interval) => seriesOf(symbol, interval)?.bars;
  const intervalsOf = (symbol: string) =>
    recordedOf(symbol)
      .map((bars) => bars.interval)
      .toSorted(compareIntervals);
  const chosen = runIntervals(symbols, market.instruments, intervalsOf, requestedInterval);
  if (chosen.interval === undefined) {
    const reason = `must be recorded for ${listNames(chosen.deciding)}`;
    const value = requestedInterval === undefined ? {} : { value: requestedInterval };
    throw invalidParameters([{ in: "body", parameter: "interval", ...value, reason, allowed: [...chosen.available] }]);
  }
  const { bySymbol } = chosen;
  const interval = requestedInterval ?? chosen.interval;
  const series = [...bySymbol].map(([symbol, length]): Series => {
    const instrument = market.instruments.find((one) => one.symbol === symbol)!;
    const actions = market.actions.filter((action) => action.symbol === symbol);
    const { bars, columns } = seriesOf(symbol, length)!;
    const calendar = calendarOf(instrument.calendar, market.calendars);
    const [finest] = recordedOf(symbol).toSorted((a, b) => compareIntervals(a.interval, b.interval));
    return {
      instrument,
      bars,
      columns,
      calendar,
      actions,
      priceBasis: instrument.priceBasis,
      reference: actions.length === 0 ? undefined : factorReference(bars, barsOf(symbol, "1d"), calendar),
      finer: withFiner && compareIntervals(finest!.interval, length) < 0 ? finest : undefined,
    };
  });
  // Money is converted at bars of the same interval.
  const rates = market.instruments
    .filter(({ symbol, assetClass }) => assetClass === "forex" && !bySymbol.has(symbol))
    .flatMap((instrument): Series[] => {
      const bars = barsOf(instrument.symbol, interval);
      const calendar = calendarOf(instrument.calendar, market.calendars);
      return bars === undefined ? [] : [{ instrument, bars, calendar }];
    });
  return { data: { series, notes: [], rates }, interval };
}

type PairBars = Pick<Series, "instrument" | "bars">;

/** Returns the data that a client needs to run a strategy over a lockstep session. */
export function runTermsOf({ calendars }: RecordedMarket, venue: BacktestVenue, interval: Interval): RunTerms {
  const { settings, market } = venue;
  const instruments = market.series.map((one) => runInstrument(one, interval));
  const pairs = pairsOf(venue).map((pair) => runInstrument(pair, interval));
  const calendarNames = new Set([...instruments, ...pairs].map(({ calendar }) => calendar));
  return {
    interval,
    start: formatInstant(market.start),
    graph_prices: settings.graphPrices,
    instruments,
    pairs,
    calendars: calendars.flatMap((calendar) =>
      calendarNames.has(calendar.name) && calendar instanceof DeclaredCalendar
        ? [renameMembers(calendar.declaration, snakeCase)]
        : [],
    ),
  };
}

/** Returns the currency pairs at whose bars the session converts money in other currencies. */
export function pairsOf({ market: { rates, source }, settings }: BacktestVenue): readonly PairBars[] {
  return rates.map(({ currency, rate }) => {
    const { instrument, bars } = pairOf(currency, settings.currency, source)!;
    return { instrument, bars: bars.slice(0, rate.length) };
  });
}

/** Returns the interval of bars of a run, by the run's name of its own interval, such as `60m` for `1h`. */
export function intervalInRun(bars: Bars, interval: Interval): Interval {
  return isSameInterval(bars.interval, interval) ? interval : bars.interval;
}

function runInstrument(
  {
    instrument,
    bars,
    columns = {},
    first = 0,
    schedule,
  }: PairBars & Partial<Pick<MarketSeries, "columns" | "first" | "schedule">>,
  interval: Interval,
): RunInstrument {
  const recorded = instrument as RecordedInstrument;
  return {
    symbol: recorded.symbol,
    name: recorded.name,
    asset_class: recorded.assetClass,
    base: recorded.base,
    currency: recorded.currency,
    currency_decimals: recorded.currencyDecimals,
    tick_size: recorded.tick,
    lot_size: recorded.lot,
    multiplier: recorded.multiplier,
    calendar: recorded.calendar,
    role: recorded.role ?? "trade",
    contracts: [...(recorded.contracts ?? [])],
    interval: intervalInRun(bars, interval),
    bars: bars.length,
    first: bars.length === 0 ? null : formatInstant(bars.time[0]!),
    warmup_bars: first,
    extended_hours: schedule?.extended !== undefined,
    columns: Object.keys(columns),
  };
}
