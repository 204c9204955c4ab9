import { modelOf } from "../../broker/models/execution-model.ts";
import { sequenceOf } from "../../broker/models/sequence.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatInstant } from "../../time/instant.ts";
import { accountKindOf, type AccountType, accountTypeOf, type TradingPlace } from "./trading-place.ts";
import { LEAD, tradableSeries } from "./tradable-series.ts";
import { Market } from "../../simulation/market.ts";
import { SimulationPlan } from "../../simulation/simulation-plan.ts";

/** How accounts fill and count: a run's settings, those aside that say over which data it is. Hours are all hours: orders choose. */
export type AccountSettings = Partial<
  Omit<RunSettings, "from" | "to" | "zone" | "warmupBars" | "hours" | "graphPrices">
>;

/** Accounts have the bars of all hours: orders choose. */
export const ALL_HOURS = { hours: "extended" } as const;

/** Where the accounts of a session trade: all instruments of a recording, on one timeline that they share. */
export class Exchange implements TradingPlace {
  readonly asRun = false;
  /** Settings of every account, but for its cash and type. */
  readonly settings: RunSettings;
  /** The recording's main calendar. */
  readonly calendar: Calendar;
  readonly #recorded: RecordedMarket;
  readonly #start: number;
  readonly #end: number;
  readonly #given: AccountSettings;
  #market: Market | undefined;

  /** Nothing later than `end` happens in its session. */
  constructor(recorded: RecordedMarket, start: number, settings: AccountSettings, end = Infinity) {
    this.settings = resolveSettings({ ...settings, ...ALL_HOURS });
    const { timing, orders } = modelOf(this.settings);
    // Fills that need the close of their bar would be known before it is.
    if (timing.booksAtBarClose())
      throw refusedSetting(this.settings, "bookAt", "price-event", ` (conventions ${this.settings.conventions})`);
    checkOneWay(this.settings);
    // The desk of a strategy clears before it orders; a client does so by requests of its own.
    const instead = ": cancel orders and close the position before a new order";
    if (orders.isExclusive) throw refusedSetting(this.settings, "exclusiveOrders", "false", instead);
    this.calendar = calendarOf(recorded.mainCalendar, recorded.calendars);
    this.#given = settings;
    this.#recorded = recorded;
    this.#start = start;
    this.#end = end;
  }

  get currency(): string {
    return this.settings.currency;
  }

  get accountType(): AccountType {
    return accountTypeOf(this.settings);
  }

  /** What an account is a simulation of. */
  plan(cash: number, type: AccountType): SimulationPlan {
    const account = accountKindOf(type, this.settings);
    return new SimulationPlan(this.market, resolveSettings({ ...this.#given, hours: "extended", cash, account }));
  }

  /** All that can be traded; it may be nothing. */
  get market(): Market {
    if (this.#market === undefined) {
      const data = tradableSeries(this.#recorded, this.#start, this.currency, this.#end);
      const last = data.series.map(({ bars }) => bars.time.at(-1)!);
      const begin = this.#start - LEAD;
      const from = last.length === 0 ? begin : Math.min(begin, Math.max(...last));
      this.#market = new Market(data, undefined, { ...this.settings, from: formatInstant(from) });
    }
    return this.#market;
  }
}

/** The refusal of a setting that no account of a session can have; `more` says why or what to do. */
function refusedSetting(
  settings: RunSettings,
  setting: "bookAt" | "intrabar" | "exclusiveOrders",
  must: string,
  more = "",
): HindcastError {
  const value = settings[setting];
  const message = `${setting} must be ${must} in a served session, was ${String(value)}${more}`;
  return new HindcastError("SETTING_INVALID", message, { setting, value });
}

/** Throws `SETTING_INVALID` for settings by which an account would go two ways through a bar. */
export function checkOneWay(settings: RunSettings): void {
  if (sequenceOf(settings).band !== undefined) throw refusedSetting(settings, "intrabar", "one way through a bar");
}
