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
 * Settings of accounts: those of a backtest, except those that select its data. Hours are always extended, since each order chooses its own
 * hours.
 */
export type AccountSettings = Partial<
  Omit<RunSettings, "from" | "to" | "zone" | "warmupBars" | "hours" | "graphPrices">
>;

/** Accounts use bars of extended hours, since each order chooses its own hours. */
export const ALL_HOURS = { hours: "extended" } as const;

/** The market in which the accounts of a session trade: all instruments of a recording on one timeline. */
export class Exchange implements TradingVenue {
  readonly asBacktest = false;
  /** Settings of all accounts, except cash and account type. */
  readonly settings: RunSettings;
  /** Main calendar of the recording. */
  readonly calendar: Calendar;
  readonly #recorded: RecordedMarket;
  readonly #start: number;
  readonly #end: number;
  readonly #accountSettings: AccountSettings;
  #market: Market | undefined;

  /** Creates the market. Nothing happens in it after `end`. */
  constructor(recorded: RecordedMarket, start: number, settings: AccountSettings, end = Infinity) {
    this.settings = resolveSettings({ ...settings, ...ALL_HOURS });
    const { timing, orders } = modelOf(this.settings);
    // A fill that depends on the close of its bar would be known too early.
    if (timing.booksAtBarClose())
      throw settingError(this.settings, "bookAt", "price-event", ` (conventions ${this.settings.conventions})`);
    checkSinglePath(this.settings);
    // With this setting, a strategy's order first clears other orders and positions. Clients must do that with requests of their own.
    const instead = "cancel orders and close the position before a new order";
    if (orders.isExclusive) throw settingError(this.settings, "exclusiveOrders", "false", `: ${instead}`);
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

  /** Returns the plan for simulating an account. */
  plan(cash: number, type: AccountType): SimulationPlan {
    const account = accountKindOf(type, this.settings);
    return new SimulationPlan(
      this.market,
      resolveSettings({ ...this.#accountSettings, hours: "extended", cash, account }),
    );
  }

  /** All instruments that accounts can trade, possibly none. */
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

/** Returns the error for a setting that accounts of a session cannot have. `more` adds a reason or advice. */
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

/** Throws SETTING_INVALID for settings with which a run would compute a pessimistic and an optimistic result. */
export function checkSinglePath(settings: RunSettings): void {
  if (sequenceOf(settings).band !== undefined)
    throw settingError(settings, "intrabar", "a rule with a single path through a bar");
}
