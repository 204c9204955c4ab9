import { pairOf } from "../../simulation/currency-rates.ts";
import { settingsOver } from "../../engine/run-plan.ts";
import type { MarketSeries } from "../../simulation/market-series.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { factorReference } from "../../market/action-factors.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import type { RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import type { RunInstrument, RunTerms } from "../../schemas/replay.ts";
import type { Calendar } from "../../time/calendar.ts";
import { snakeCase, renameMembers } from "../../primitives/member-names.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DeclaredCalendar } from "../../time/declared-calendar.ts";
import { formatInstant } from "../../time/instant.ts";
import { type Interval, INTERVALS } from "../../time/interval.ts";
import { Market } from "../../simulation/market.ts";
import { SimulationPlan } from "../../simulation/simulation-plan.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { accountKindOf, type AccountType, accountTypeOf, type TradingPlace } from "./trading-place.ts";
import { checkOneWay } from "./exchange.ts";

/** Where the account of a client trades that does what a batch run does: the same data, range and settings. */
export class RunPlace implements TradingPlace {
  readonly settings: RunSettings;
  readonly calendar: Calendar;
  readonly asRun = true;
  readonly market: Market;
  readonly #given: Partial<RunSettings>;

  /** Throws SETTING_INVALID, DATE_RANGE_EMPTY and what else a run of these data throws. */
  constructor(data: MarketData, calendar: Calendar, given: Partial<RunSettings>) {
    this.settings = settingsOver(data, undefined, given);
    checkOneWay(this.settings);
    this.calendar = calendar;
    this.#given = given;
    this.market = new Market(data, undefined, this.settings);
    // What its accounts would refuse is refused now.
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
    return new SimulationPlan(this.market, resolveSettings({ ...this.#given, zone, cash, account }));
  }
}

/** What was recorded of some symbols, as a batch run takes it. Throws INVALID_PARAMETERS for an interval that not all of them have. */
export function runData(
  market: RecordedMarket,
  symbols: readonly string[],
  asked: Interval | undefined,
  withFiner: boolean,
): { readonly data: MarketData; readonly interval: Interval } {
  const barsOf = (symbol: string, interval: Interval) =>
    market.series.find((one) => one.symbol === symbol && one.bars.interval === interval)?.bars;
  const common = INTERVALS.filter((one) => symbols.every((symbol) => barsOf(symbol, one) !== undefined));
  const interval = asked ?? common[0];
  if (interval === undefined || !common.includes(interval)) {
    const reason = "must be recorded of all symbols";
    const value = asked === undefined ? {} : { value: asked };
    throw invalidParameters([{ in: "body", parameter: "interval", ...value, reason, allowed: [...common] }]);
  }
  const series = symbols.map((symbol): Series => {
    const instrument = market.instruments.find((one) => one.symbol === symbol)!;
    const actions = market.actions.filter((action) => action.symbol === symbol);
    const bars = barsOf(symbol, interval)!;
    const calendar = calendarOf(instrument.calendar, market.calendars);
    const finest = INTERVALS.find((one) => barsOf(symbol, one) !== undefined)!;
    return {
      instrument,
      bars,
      calendar,
      actions,
      priceBasis: instrument.priceBasis,
      reference: actions.length === 0 ? undefined : factorReference(bars, barsOf(symbol, "1d"), calendar),
      finer: withFiner && INTERVALS.indexOf(finest) < INTERVALS.indexOf(interval) ? barsOf(symbol, finest) : undefined,
    };
  });
  // Currencies are converted by bars of the same length.
  const rates = market.instruments
    .filter(({ symbol, assetClass }) => assetClass === "forex" && !symbols.includes(symbol))
    .flatMap((instrument): Series[] => {
      const bars = barsOf(instrument.symbol, interval);
      const calendar = calendarOf(instrument.calendar, market.calendars);
      return bars === undefined ? [] : [{ instrument, bars, calendar }];
    });
  return { data: { series, notes: [], rates }, interval };
}

type PairBars = Pick<Series, "instrument" | "bars">;

/** What a client that runs a strategy over a session must know of it. */
export function runTermsOf({ calendars }: RecordedMarket, place: RunPlace, interval: Interval): RunTerms {
  const { settings, market } = place;
  const instruments = market.series.map((one) => termsOf(one));
  const pairs = pairsOf(place).map((pair) => termsOf(pair));
  const used = new Set([...instruments, ...pairs].map(({ calendar }) => calendar));
  return {
    interval,
    start: formatInstant(market.start),
    graph_prices: settings.graphPrices,
    instruments,
    pairs,
    calendars: calendars.flatMap((calendar) =>
      used.has(calendar.name) && calendar instanceof DeclaredCalendar
        ? [renameMembers(calendar.declaration, snakeCase)]
        : [],
    ),
  };
}

/** The pairs by which money of the run's other currencies is converted, with the bars that the run takes rates of. */
export function pairsOf({ market: { rates, source }, settings }: RunPlace): readonly PairBars[] {
  return rates.map(({ currency, rate }) => {
    const { instrument, bars } = pairOf(currency, settings.currency, source)!;
    return { instrument, bars: bars.slice(0, rate.length) };
  });
}

function termsOf({ instrument, bars, schedule }: PairBars & Partial<Pick<MarketSeries, "schedule">>): RunInstrument {
  const of = instrument as RecordedInstrument;
  return {
    symbol: of.symbol,
    name: of.name,
    asset_class: of.assetClass,
    base: of.base,
    currency: of.currency,
    currency_decimals: of.currencyDecimals,
    tick_size: of.tick,
    lot_size: of.lot,
    multiplier: of.multiplier,
    calendar: of.calendar,
    bars: bars.length,
    extended_hours: schedule?.extended !== undefined,
  };
}
