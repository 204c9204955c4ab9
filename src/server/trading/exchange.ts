import { modelOf } from "../../broker/models/execution-model.ts";
import { sequenceOf } from "../../broker/models/sequence.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatInstant } from "../../time/instant.ts";
import { accountKindOf, type AccountType, accountTypeOf, type TradingVenue } from "./trading-venue.ts";
import { LEAD_MS, tradableSeries } from "./tradable-series.ts";
import { Market } from "../../simulation/market.ts";
import { SimulationPlan } from "../../simulation/simulation-plan.ts";

/**
 * Settings of accounts: those of a run, except the ones that select its data. Hours are always extended, because each order chooses its
 * own.
 */
export type AccountSettings = Partial<
  Omit<RunSettings, "from" | "to" | "zone" | "warmupBars" | "hours" | "graphPrices">
>;

/** Accounts use the bars of extended hours; each order chooses its hours. */
export const ALL_HOURS = { hours: "extended" } as const;

/** The market in which the accounts of a session trade: all instruments of a recording on one timeline. */
export class Exchange implements TradingVenue {
  readonly asBacktest = false;
  /** Settings of every account, except cash and type. */
  readonly settings: RunSettings;
  /** Main calendar of the recording. */
  readonly calendar: Calendar;
  readonly #recorded: RecordedMarket;
  readonly #start: number;
  readonly #end: number;
  readonly #accountSettings: AccountSettings;
  #market: Market | undefined;

  /** Nothing happens after `end`. */
  constructor(recorded: RecordedMarket, start: number, settings: AccountSettings, end = Infinity) {
    this.settings = resolveSettings({ ...settings, ...ALL_HOURS });
    const { timing, orders } = modelOf(this.settings);
    // Fills that depend on the close of their bar would be known too early.
    if (timing.booksAtBarClose())
      throw settingError(this.settings, "bookAt", "price-event", ` (conventions ${this.settings.conventions})`);
    checkSinglePath(this.settings);
    // A strategy's order call clears other orders and positions first. A client does that with its own requests.
    const instead = ": cancel orders and close the position before a new order";
    if (orders.isExclusive) throw settingError(this.settings, "exclusiveOrders", "false", instead);
    this.calendar = calendarOf(recorded.mainCalendar, recorded.calendars);
    this.#accountSettings = settings;
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

  /** Returns the simulation plan of an account. */
  plan(cash: number, type: AccountType): SimulationPlan {
    const account = accountKindOf(type, this.settings);
    return new SimulationPlan(
      this.market,
      resolveSettings({ ...this.#accountSettings, hours: "extended", cash, account }),
    );
  }

  /** All instruments that can be traded, possibly none. */
  get market(): Market {
    if (this.#market === undefined) {
      const data = tradableSeries(this.#recorded, this.#start, this.currency, this.#end);
      const last = data.series.map(({ bars }) => bars.time.at(-1)!);
      const begin = this.#start - LEAD_MS;
      const from = last.length === 0 ? begin : Math.min(begin, Math.max(...last));
      this.#market = new Market(data, undefined, { ...this.settings, from: formatInstant(from) });
    }
    return this.#market;
  }
}

/** Returns the error of a setting that accounts of a session cannot have. `more` adds a reason or advice. */
function settingError(
  settings: RunSettings,
  setting: "bookAt" | "intrabar" | "exclusiveOrders",
  must: string,
  more = "",
): HindcastError {
  const value = settings[setting];
  const message = `${setting} must be ${must} in a served session, was ${String(value)}${more}`;
  return new HindcastError("SETTING_INVALID", message, { setting, value });
}

/** Throws SETTING_INVALID for settings with which an account would take two paths through a bar. */
export function checkSinglePath(settings: RunSettings): void {
  if (sequenceOf(settings).band !== undefined)
    throw settingError(settings, "intrabar", "a rule with a single path through a bar");
}
