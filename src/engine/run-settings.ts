import type { AccountKind } from "../broker/accounts/account.ts";
import type { Admission } from "../broker/admission.ts";
import type { Closing } from "../broker/broker-rules.ts";
import type { ModelSettings } from "../broker/model.ts";
import type { StopLimitFill, TrailFollows } from "../broker/order-types/order-type.ts";
import type { ExitSides } from "../broker/wrong-side.ts";
import type { Sizing } from "../broker/sizers/catalog.ts";
import { HindcastError } from "../primitives/errors.ts";
import { checkWhole, shown } from "../primitives/check.ts";
import { commissions } from "../broker/commission/catalog.ts";
import { slippages } from "../broker/slippage/catalog.ts";
import { resolveModel } from "../broker/model.ts";
import { zoneOf } from "../time/zone.ts";
import { checkRanges } from "./check-ranges.ts";
import { conventions, type Conventions } from "./conventions/catalog.ts";
import { SETTING_CHOICES } from "./setting-choices.ts";

/** Everything that decides how a run fills and counts; every field has a default and stands in the result. */
export interface RunSettings {
  /**
   * Whose habits a run has where it does not say: those of this engine, or of another, whose fills, sizes, costs and formulas they then are.
   * Every setting that is given wins over them.
   */
  readonly conventions: Conventions;
  /** Cash at the start, in account currency. */
  readonly cash: number;
  readonly currency: string;
  /**
   * `cash`: no more is bought than cash pays for, and no more sold than is held. `margin`: long and short on credit, as far as equity covers
   * the initial share of all exposure. `cash-flow`: long and short as long as cash stays above zero, which short sales fill up. `free-margin`:
   * long and short as far as, at the fill, equity beyond the initial share of what is held reaches. `buying-power`: the same, asked of each order by itself
   * when it is given and again at every bar until it fills. `unchecked`: nothing is refused.
   */
  readonly account: AccountKind;
  /**
   * The order in which orders of one moment are checked and accepted. `reducing-first`: what makes positions smaller comes first, so that it pays for the
   * rest, and what the `onBar` hooks of several symbols ask for goes by the turnover of their last bars. `as-submitted`: all in the order of the calls.
   */
  readonly admission: Admission;
  /** Shares of exposure that equity must cover: to open a position, and to keep it. Below the second the account is liquidated. */
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  /** Money that a unit ties up in a cash-flow account, long or short, as contracts do; 0: it is paid in full. */
  readonly unitMargin: number;
  /** Annual rates, fractions: paid on borrowed cash, earned on cash, and paid on the worth of what is sold short. */
  readonly debitRate: number;
  readonly creditRate: number;
  readonly borrowRate: number;
  /**
   * First and last session, `YYYY-MM-DD` and both inclusive, or instants; empty for all there are. A bar that begins before `from` is warm-up. A week, month,
   * quarter or intraday bar that ends after `to` takes no part: its close is not known by then. A daily bar belongs to the day on which it begins.
   */
  readonly from: string;
  readonly to: string;
  /**
   * Zone in which `from` and `to` are dates, and by which reports show times. Dates in results are those of sessions and do not depend on it. A run that is given none has that of its data, which its result
   * names: the zone of the bars, or of a calendar east of UTC; else UTC.
   */
  readonly zone: string;
  /** Bars before `from` that indicators see; -1 for all there are. */
  readonly warmupBars: number;
  /** Bars of regular hours only, or also those before the open and after the close. Without a calendar there are no others. */
  readonly hours: "regular" | "extended";
  /** What indicators read: prices without the jumps of splits, or of splits and dividends. */
  readonly graphPrices: "splits" | "splits-and-dividends";
  /** Dividends are paid to who is long, and by who is short, on their ex-date; or left out. */
  readonly dividends: "pay" | "ignore";
  readonly commission: ModelSettings;
  readonly slippage: ModelSettings;
  /** The most of a bar's volume that orders may fill, a share; the rest waits. 0 for no limit. */
  readonly volumeShare: number;
  /** Milliseconds from a decision until its order reaches the market. */
  readonly latencyMs: number;
  /**
   * When a market order decided at a close fills: at the first later price, the next bar's open; at the next bar's close; or at the very close at
   * which it was decided, which nobody can do and the summary warns of.
   */
  readonly fillAt: "next-open" | "next-close" | "same-close";
  /** When a size becomes a quantity, floored to the lot, commission included: at submission on the last price, or at the fill on its price. */
  readonly sizeAt: "at-submission" | "at-fill";
  /**
   * How a share of equity becomes units: the most that it pays for with commission; as many as it leaves once commission is taken off equity; as
   * many as are worth it, or the whole lot that is within a ten-thousandth, commission on top. In a free-margin account it is a share of that.
   */
  readonly sizing: Sizing;
  /** Share of equity that sizes by share leave untouched. */
  readonly cashBuffer: number;
  /** How long an order lives that does not say: for its session, or until it is canceled. */
  readonly orderLife: "day" | "gtc";
  /** A new order cancels those before it for its symbol, exits aside, and ends the position. */
  readonly exclusiveOrders: boolean;
  /**
   * What `close()` does: it first cancels the open orders that would make the position smaller, and can do no more itself; it leaves them, and can do
   * no more either; or it is a market order like any other for what is held.
   */
  readonly closing: Closing;
  /** When fills are booked: as they happen; or when their bar closes, market orders still at its open, which then counts money at a close nobody knew. */
  readonly bookAt: "price-event" | "bar-close";
  /** What orders that rest see of a bar: all of it; its close; or its close, as far as its volume reaches, and nothing of a bar without any. */
  readonly restingSee: "bar" | "close" | "traded-close";
  /** An order that ends one position and opens another fills once, or once for each trade that it ends and once for what it opens; then only that slips. */
  readonly fillsBy: "order" | "trade";
  /** Slippage takes a price as far as its model says; or no further than the bar traded, as far as that is known at the fill. */
  readonly slippageReach: "unbounded" | "bar";
  /** Limits never slip; slip like all orders; then wait while that breaks the limit, or stop at it; or wait by volume, and else take any price once reached. */
  readonly limitSlippage: "none" | "slips" | "waits" | "to-limit" | "by-model";
  /** What lands on ticks: fills that slipped, on the next that is no better; limits and stops, on the next that is, or that cent; or nothing. */
  readonly tickRounding: "fills" | "orders" | "none";
  /** Without equity a run goes on; or everything is closed, and what is owed is forgiven. */
  readonly ruin: "goes-on" | "ends";
  /**
   * A margin account is called inside the bar whose worst side takes equity below the maintenance margin, at the price where it meets it; or only when a
   * bar closes below it, and is liquidated at the next price.
   */
  readonly marginCalls: "in-bar" | "at-close";
  /** When money is short at the fill: what it buys is filled and the rest canceled; all is canceled; or cash goes below zero. */
  readonly shortCash: "reduce" | "reject" | "allow-negative";
  /** A limit fills when its price is touched, or only when the price goes through it; at the open when the bar gaps through it. */
  readonly limitFill: "touch" | "trade-through";
  /** A stop that the bar gaps through fills at the open, which is worse, or at its own price, which nobody could have had. */
  readonly stopGap: "at-open" | "at-stop";
  /**
   * Where a stop limit fills inside the bar that reaches its stop: where the bar proves it; or at the stop, if the limit lies beyond it, also when the
   * bar opened beyond the stop; or as the bar proves it, but inside it only where the limit lies beyond the stop or the bar went against the order
   * from its open to its close. Else it waits as a limit. `by-close`, then and later: at the limit, or the bar's end where that is worse, when the bar
   * closes beyond the limit.
   */
  readonly stopLimitFill: StopLimitFill;
  /** What a trailing stop follows of the bars that are over: the best price of each, or its close. */
  readonly trailFollows: TrailFollows;
  /** A trailing stop fills as a stop; or at its stop, and at the close of its bar where that is worse. */
  readonly trailFill: "at-stop" | "worse-close";
  /**
   * Which way a bar went first that reaches orders on both sides of its open; or `queue`: no way at all, orders fill as they were given, those that
   * only end a position by market or stop before all others; or `as-given`: strictly as they were given, for whichever symbol.
   */
  readonly intrabar:
    | "queue"
    | "as-given"
    | "pessimistic"
    | "optimistic"
    | "ohlc"
    | "olhc"
    | "nearest-extreme"
    | "drill-down"
    | "band";
  /**
   * Exits of an entry may fill in the bar of the entry, the stop first; only from the next bar on; or there as far as the bar proves it:
   * those of a market order, and the profit of a stop when the bar does not reach its loss.
   */
  readonly entryBarExits: "same-bar" | "next-bar" | "proven";
  /**
   * The exits of an order are refused with it unless they lie on their sides of the price at which it may be expected to fill; or of its own limit or
   * stop, wherever the market is; or they are taken as they are.
   */
  readonly exitSides: ExitSides;
  /**
   * Exits of an order only make the position smaller, by what the order filled; or they are orders of their own, of the size of the order, that wait
   * until it has filled whole, and may open a position.
   */
  readonly exits: "reduce-only" | "plain";
  /**
   * What is held at the end is marked at the last price, and not counted among closed trades; or closed at it, or at the open of the last bar,
   * commission paid, unless its bars ended before.
   */
  readonly atEnd: "mark" | "finalize" | "finalize-at-open";
  /**
   * What is held of an instrument whose bars end while the run goes on, without a declared delisting: it stays at its last price; or is settled at that
   * price once 31 days have passed without a bar, or the run ends.
   */
  readonly barsEnd: "hold" | "settle";
  /** Amounts of money are rounded to the currency's decimals, half away from zero; or left alone. */
  readonly moneyRounding: "currency" | "none";
  /** Annual, a fraction. */
  readonly riskFreeRate: number;
  /** Return of a session below which it counts as downside. */
  readonly minimumReturn: number;
  /** Sessions in a year; 0 for what the data say: 252, or 365 when weekends trade, 52 for weeks, 12 for months. */
  readonly sessionsPerYear: number;
  readonly seed: number;
}

/** The defaults of a run. */
export const DEFAULT_SETTINGS: RunSettings = Object.freeze({
  conventions: "hindcast",
  cash: 100_000,
  currency: "USD",
  account: "cash",
  admission: "reducing-first",
  initialMargin: 0.5,
  maintenanceMargin: 0.25,
  unitMargin: 0,
  debitRate: 0,
  creditRate: 0,
  borrowRate: 0,
  from: "",
  to: "",
  zone: "UTC",
  warmupBars: -1,
  hours: "regular",
  graphPrices: "splits",
  dividends: "pay",
  commission: Object.freeze({ model: "none" }),
  slippage: Object.freeze({ model: "none" }),
  volumeShare: 0,
  latencyMs: 0,
  fillAt: "next-open",
  sizeAt: "at-submission",
  sizing: "affordable",
  cashBuffer: 0,
  orderLife: "day",
  exclusiveOrders: false,
  closing: "cancels",
  bookAt: "price-event",
  restingSee: "bar",
  fillsBy: "order",
  limitSlippage: "none",
  slippageReach: "unbounded",
  tickRounding: "fills",
  ruin: "goes-on",
  marginCalls: "in-bar",
  shortCash: "reduce",
  limitFill: "touch",
  stopGap: "at-open",
  stopLimitFill: "proven",
  trailFollows: "extremes",
  trailFill: "at-stop",
  intrabar: "pessimistic",
  entryBarExits: "same-bar",
  exitSides: "expected-price",
  exits: "reduce-only",
  atEnd: "mark",
  barsEnd: "hold",
  moneyRounding: "currency",
  riskFreeRate: 0,
  minimumReturn: 0,
  sessionsPerYear: 0,
  seed: 1,
});

/**
 * Settings with defaults for what is not given, checked and frozen. Throws `SETTING_INVALID`, `CASH_OUT_OF_RANGE`, `ZONE_UNKNOWN`,
 * or a `RangeError` that names the field and what it was.
 */
export function resolveSettings(given: Partial<RunSettings> = {}): RunSettings {
  if (isResolved(given)) return given;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(DEFAULT_SETTINGS, name)) {
      throw new HindcastError(
        "SETTING_INVALID",
        `there is no setting ${JSON.stringify(name)}; there are ${Object.keys(DEFAULT_SETTINGS).join(", ")}`,
        {
          setting: name,
        },
      );
    }
  }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const settings: RunSettings = { ...DEFAULT_SETTINGS, ...habitsOf(given.conventions), ...present };
  for (const [name, choices] of Object.entries(SETTING_CHOICES)) {
    const value = settings[name as keyof RunSettings];
    if (!choices.includes(value as string)) {
      throw new HindcastError("SETTING_INVALID", `${name} must be ${choices.join(" or ")}, was ${shown(value)}`, {
        setting: name,
        value,
        allowed: choices,
      });
    }
  }
  checkRanges(settings);
  zoneOf(settings.zone);
  return kept({
    ...settings,
    commission: resolveModel("commission", commissions, settings.commission).settings,
    slippage: resolveModel("slippage", slippages, settings.slippage).settings,
  });
}

const resolved = new WeakSet<Partial<RunSettings>>();

/** Whether settings are whole and checked, so that thousands of runs need not check them again. */
export function isResolved(given: Partial<RunSettings> | undefined): given is RunSettings {
  return given !== undefined && resolved.has(given);
}

/** Resolved settings with another seed. */
export function reseeded(settings: RunSettings, seed: number): RunSettings {
  return kept({ ...resolveSettings(settings), seed: checkWhole("seed", seed, 0, 2 ** 32 - 1) });
}

const kept = (settings: RunSettings): RunSettings => (resolved.add(Object.freeze(settings)), settings);

/** What the conventions of another engine set; nothing for one's own and for those that there are not. */
function habitsOf(name: Conventions | undefined): Partial<RunSettings> {
  return typeof name === "string" && Object.hasOwn(conventions, name)
    ? conventions[name as keyof typeof conventions].settings
    : {};
}
