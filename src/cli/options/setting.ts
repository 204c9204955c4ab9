import type { Command } from "commander";
import { commissions } from "../../broker/commission/catalog.ts";
import { type AnyModel, offeredModels } from "../../broker/model.ts";
import { slippages } from "../../broker/slippage/catalog.ts";
import { DEFAULT_SETTINGS, resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { SETTING_CHOICES } from "../../engine/setting-choices.ts";
import { valueText } from "../../report/labelled.ts";
import { choiceOption } from "./choice.ts";
import { modelOption } from "./model.ts";
import { numberOption } from "./number.ts";
import { isParameterError, renamed } from "./renamed.ts";
import { parseInstant } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";

/** How a setting of a run is given on the command line. */
interface SettingOption {
  readonly flag: `--${string}`;
  readonly value: string;
  readonly says: string;
  /** What stands for the default where its value would not be understood. */
  readonly default?: string;
  /** Reads the text after the flag; a number unless the setting is a closed choice. */
  readonly read?: (flag: string) => (text: string) => unknown;
}

/** Settings that belong together in the help. */
export type SettingGroup = "data" | "strategy" | "account" | "costs" | "fills";

const asText = () => (text: string) => text;

/** Every setting of a run. One that is not here cannot be given on the command line, which a test refuses. */
export const SETTING_OPTIONS: {
  readonly [G in SettingGroup]: { readonly [K in keyof RunSettings]?: SettingOption };
} = {
  data: {
    zone: {
      flag: "--zone",
      value: "zone",
      says: "zone of times without an offset, such as America/New_York",
      default: "UTC, or that of the exchange furthest east of it",
      read: asText,
    },
    from: { flag: "--from", value: "date", says: "first day to trade", default: "the first bar", read: dateOption },
    to: {
      flag: "--to",
      value: "date",
      says: "last day to trade, inclusive; bars that end later take no part",
      default: "the last bar",
      read: dateOption,
    },
    hours: { flag: "--hours", value: "which", says: "hours of the exchange whose bars take part" },
  },
  strategy: {
    warmupBars: {
      flag: "--warmup",
      value: "bars",
      says: "bars before --from that indicators see",
      default: "all of them",
    },
    graphPrices: { flag: "--graph-prices", value: "without", says: "jumps that indicators do not see" },
    seed: { flag: "--seed", value: "number", says: "seed of the strategy's random numbers" },
  },
  account: {
    cash: { flag: "--cash", value: "amount", says: "cash at the start" },
    currency: { flag: "--currency", value: "code", says: "currency of cash and prices", read: asText },
    account: { flag: "--account", value: "kind", says: "what cash holds, or short and on credit" },
    initialMargin: { flag: "--initial-margin", value: "share", says: "of exposure, that equity covers to open" },
    maintenanceMargin: {
      flag: "--maintenance-margin",
      value: "share",
      says: "the same to stay open, or be liquidated",
    },
    unitMargin: { flag: "--unit-margin", value: "amount", says: "that a unit ties up in a cash-flow account" },
    debitRate: { flag: "--debit-rate", value: "rate", says: "annual, a fraction, on borrowed cash" },
    creditRate: { flag: "--credit-rate", value: "rate", says: "the same, earned on cash" },
    borrowRate: { flag: "--borrow-rate", value: "rate", says: "the same, paid for short positions" },
    dividends: { flag: "--dividends", value: "how", says: "dividends of the recording" },
    moneyRounding: { flag: "--money-rounding", value: "how", says: "to the currency's decimals, or left alone" },
    riskFreeRate: { flag: "--risk-free", value: "rate", says: "annual, a fraction, for ratios" },
    minimumReturn: { flag: "--minimum-return", value: "return", says: "of a session, below which it is downside" },
    sessionsPerYear: {
      flag: "--sessions-per-year",
      value: "count",
      says: "what annual numbers are scaled by",
      default: "from the data",
    },
  },
  costs: {
    commission: {
      flag: "--commission",
      value: "model",
      says: `0.001 is a tenth of a percent; or MODEL:FIELD=VALUE,... with ${namesOf(commissions)}`,
      default: "none",
      read: (flag) => modelOption(flag, commissions, "percent"),
    },
    slippage: {
      flag: "--slippage",
      value: "model",
      says: `bps:5 is five basis points; MODEL:FIELD=VALUE,... with ${namesOf(slippages)}`,
      default: "none",
      read: (flag) => modelOption(flag, slippages),
    },
    volumeShare: {
      flag: "--volume-share",
      value: "share",
      says: "most of a bar's volume that orders fill",
      default: "no limit",
    },
    latencyMs: { flag: "--latency", value: "ms", says: "from a decision to the market" },
  },
  fills: {
    conventions: { flag: "--conventions", value: "engine", says: "whose habits stand where nothing else is given" },
    fillAt: { flag: "--fill-at", value: "when", says: "market orders" },
    sizeAt: { flag: "--size-at", value: "when", says: "sizes become quantities" },
    sizing: { flag: "--sizing", value: "how", says: "a share of equity becomes units" },
    cashBuffer: { flag: "--cash-buffer", value: "share", says: "of equity, that such sizes leave" },
    admission: { flag: "--admission", value: "rule", says: "order in which orders of one moment are accepted" },
    orderLife: { flag: "--order-life", value: "until", says: "orders that do not say" },
    exclusiveOrders: { flag: "--exclusive-orders", value: "which", says: "a new order ends what was before" },
    closing: { flag: "--closing", value: "how", says: "close() and the orders that wait" },
    bookAt: { flag: "--book-at", value: "when", says: "fills are booked" },
    restingSee: { flag: "--resting-see", value: "what", says: "of a bar, by orders that wait" },
    fillsBy: { flag: "--fills-by", value: "what", says: "an order that turns a position fills once by" },
    shortCash: { flag: "--short-cash", value: "how", says: "an order that costs more than there is" },
    limitFill: { flag: "--limit-fill", value: "on", says: "limits fill on" },
    limitSlippage: { flag: "--limit-slippage", value: "how", says: "limits and slippage" },
    slippageReach: { flag: "--slippage-reach", value: "how", says: "how far slippage takes a price" },
    stopGap: { flag: "--stop-gap", value: "how", says: "stops that the market jumps over fill" },
    stopLimitFill: { flag: "--stop-limit-fill", value: "where", says: "stop limits, in the bar of the stop" },
    trailFollows: { flag: "--trail-follows", value: "what", says: "of a bar, by trailing stops" },
    trailFill: { flag: "--trail-fill", value: "where", says: "trailing stops" },
    intrabar: { flag: "--intrabar", value: "which", says: "two orders in one bar" },
    entryBarExits: { flag: "--entry-bar-exits", value: "when", says: "exits of an entry live from" },
    exitSides: { flag: "--exit-sides", value: "of", says: "exits must lie on their sides of" },
    exits: { flag: "--exits", value: "kind", says: "exits of an order" },
    tickRounding: { flag: "--tick-rounding", value: "what", says: "lands on ticks" },
    marginCalls: { flag: "--margin-calls", value: "when", says: "when a margin account is liquidated" },
    ruin: { flag: "--ruin", value: "how", says: "a run without equity" },
    barsEnd: { flag: "--bars-end", value: "how", says: "what is held of a symbol whose bars end" },
    atEnd: { flag: "--at-end", value: "how", says: "positions at the end" },
  },
};

/** Adds the options of a group of settings, some left out, to the help group that was opened last. */
export function addSettingOptions(
  command: Command,
  group: SettingGroup,
  without: readonly (keyof RunSettings)[] = [],
): Command {
  for (const [setting, option] of entriesOf(SETTING_OPTIONS[group])) {
    if (without.includes(setting)) continue;
    const { flag, value, says } = option;
    const choices = choicesOf(setting);
    const text = choices === undefined ? says : `${says}: ${choices.join(", ")}`;
    const fallback = option.default ?? valueText(DEFAULT_SETTINGS[setting]);
    command.option(`${flag} <${value}>`, `${text} (default: ${fallback})`, readerOf(setting, option));
  }
  return command;
}

/**
 * The settings that were given, those alone, checked with the defaults of the others. An error names the option that the caller wrote: who gave
 * `--risk-free` has not heard of `riskFreeRate`.
 */
export function givenSettings(options: Readonly<Record<string, unknown>>): Partial<RunSettings> {
  const all = Object.values(SETTING_OPTIONS).flatMap(entriesOf);
  const given = Object.fromEntries(
    all
      .map(([setting, { flag }]) => [setting, options[attributeOf(flag)]] as const)
      .filter(([, value]) => value !== undefined),
  );
  try {
    resolveSettings(given);
  } catch (error) {
    const option = isParameterError(error) && all.find(([setting]) => setting === error.details["parameter"]);
    throw isParameterError(error) && option ? renamed(error, option[1].flag) : error;
  }
  return given;
}

/** What settings of some groups are that nobody gives, by the name under which the parser has their option. */
export function settingDefaults(groups: readonly SettingGroup[]): ReadonlyMap<string, unknown> {
  const all = groups.flatMap((group) => entriesOf(SETTING_OPTIONS[group]));
  return new Map(all.map(([setting, { flag }]) => [attributeOf(flag), DEFAULT_SETTINGS[setting]]));
}

/** The words that a setting may be, where they are few. */
function choicesOf(setting: keyof RunSettings): readonly string[] | undefined {
  return typeof DEFAULT_SETTINGS[setting] === "boolean" ? ["true", "false"] : SETTING_CHOICES[setting];
}

function readerOf(setting: keyof RunSettings, { flag, read = numberOption }: SettingOption): (text: string) => unknown {
  const choices = choicesOf(setting);
  if (choices === undefined) return read(flag);
  const word = choiceOption(flag, choices);
  return typeof DEFAULT_SETTINGS[setting] === "boolean" ? (text) => word(text) === "true" : word;
}

function entriesOf(options: { readonly [K in keyof RunSettings]?: SettingOption }) {
  return Object.entries(options) as [keyof RunSettings, SettingOption][];
}

/** Where the parser leaves an option's value: `--initial-margin` under `initialMargin`. */
function attributeOf(flag: string): string {
  return flag.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function namesOf<F>(models: Readonly<Record<string, AnyModel<F>>>): string {
  return offeredModels(models).toSorted().join(", ");
}

/** A reader of the date or instant that follows an option, which stays text. Throws DATE_INVALID, and names the option. */
export function dateOption(option: string): (text: string) => string {
  return (text) => {
    namedTime(option, () => parseInstant(text));
    return text;
  };
}
