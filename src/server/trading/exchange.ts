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
    this.settings = resolveSettings({ ...settings, hours: "extended" });
    if (this.settings.bookAt === "bar-close") throw readsFillBar(this.settings);
    if (this.settings.intrabar === "band") throw goesTwoWays();
    if (this.settings.exclusiveOrders) throw ofStrategies();
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
