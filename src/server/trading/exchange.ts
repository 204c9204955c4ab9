import { PreparedRun } from "../../engine/prepared-run.ts";
import { RunPlan } from "../../engine/run-plan.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { defineStrategy } from "../../engine/strategy.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatInstant } from "../../time/instant.ts";
import { accountKindOf, type AccountType, accountTypeOf, type TradingPlace } from "./trading-place.ts";
import { LEAD, tradableSeries } from "./tradable-series.ts";
import { Bars } from "../../market/bars.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import { instrument } from "../../market/instrument.ts";
import type { Series } from "../../market/market-data.ts";

/** How accounts fill and count: a run's settings, those aside that say over which data it is. Hours are all hours: orders choose. */
export type AccountSettings = Partial<
  Omit<RunSettings, "from" | "to" | "zone" | "warmupBars" | "hours" | "graphPrices">
>;

/** It decides nothing: orders come from clients. */
const CLIENTS = defineStrategy({ name: "served-orders" });

/** Where the accounts of a session trade: all instruments of a recording, on one timeline that they share. */
export class Exchange implements TradingPlace {
  readonly asRun = false;
  /** Settings of every account, but for its cash and type. */
  readonly settings: RunSettings;
  /** The recording's main calendar. */
  readonly calendar: Calendar;
  readonly #market: RecordedMarket;
  readonly #start: number;
  readonly #end: number;
  readonly #given: AccountSettings;
  #prepared: PreparedRun | undefined;

  /** Nothing later than `end` happens in its session. */
  constructor(market: RecordedMarket, start: number, settings: AccountSettings, end = Infinity) {
    this.settings = resolveSettings({ ...settings, hours: "extended" });
    if (this.settings.bookAt === "bar-close") throw readsFillBar(this.settings);
    if (this.settings.intrabar === "band") throw goesTwoWays();
    if (this.settings.exclusiveOrders) throw ofStrategies();
    this.calendar = calendarOf(market.mainCalendar, market.calendars);
    this.#given = settings;
    this.#market = market;
    this.#start = start;
    this.#end = end;
  }

  get currency(): string {
    return this.settings.currency;
  }

  get accountType(): AccountType {
    return accountTypeOf(this.settings);
  }

  /** What an account is a run of. */
  plan(cash: number, type: AccountType): RunPlan {
    const prepared = (this.#prepared ??= this.#prepare());
    const account = accountKindOf(type, this.settings);
    return new RunPlan(CLIENTS, prepared, { settings: { ...this.#given, cash, account } });
  }

  #prepare(): PreparedRun {
    const begin = this.#start - LEAD;
    const { series: tradable, notes } = tradableSeries(this.#market, this.#start, this.currency, this.#end);
    const series = tradable.length > 0 ? tradable : [nothingTradable(this.currency, begin)];
    const last = series.reduce((latest, { bars }) => Math.max(latest, bars.time.at(-1)!), -Infinity);
    const from = formatInstant(Math.min(begin, last));
    return new PreparedRun({ series, notes }, undefined, { ...this.settings, from });
  }
}

/** An account goes one way through a bar. */
export function goesTwoWays(): HindcastError {
  const message = "intrabar must be one way through a bar in a served session, was band";
  return new HindcastError("SETTING_INVALID", message, { setting: "intrabar", value: "band" });
}

/** The desk of a strategy clears before it orders; a client does so by requests of its own. */
function ofStrategies(): HindcastError {
  const message =
    "exclusiveOrders must be false in a served session, was true: cancel orders and close the position before a new order";
  return new HindcastError("SETTING_INVALID", message, { setting: "exclusiveOrders", value: true });
}

/** Fills that need the close of their bar would be known before it is. */
function readsFillBar({ bookAt, conventions }: RunSettings): HindcastError {
  const message = `bookAt must be price-event in a served session, was ${bookAt} (conventions ${conventions})`;
  return new HindcastError("SETTING_INVALID", message, { setting: "bookAt", value: bookAt, conventions });
}

/**
 * What stands for instruments where none can be traded: a run needs a bar. It has one, in which nothing is traded, and no symbol, so that no order can
 * name it: an account has its cash.
 */
function nothingTradable(currency: string, time: number): Series {
  const price = Float64Array.of(1);
  const columns = { time: Float64Array.of(time), open: price, high: price, low: price, close: price };
  return {
    instrument: instrument("", { currency, currencyDecimals: decimalsOf(currency) }),
    bars: new Bars("1d", { ...columns, volume: Float64Array.of(0) }),
  };
}
