import { decimalsOf } from "../../market/currency-decimals.ts";
import { isTraded } from "../../market/instrument.ts";
import type { AssetClass, RecordedInstrument } from "../../market/recorded-market.ts";
import { isSymbol, SYMBOL_RULE } from "../../market/symbol.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import type { Calendar } from "../../time/calendar.ts";
import { calendarOf, CALENDARS } from "../../time/calendars/catalog.ts";
import { zoneOf } from "../../time/zone.ts";
import type { ImportFile, KnownInstrument } from "./importer.ts";
import type { PriceFloor } from "./valid-rows.ts";

/** Matches symbols of currency pairs, with or without Yahoo's ending `=X`. */
const PAIR = /^[A-Z]{6}(?:=X)?$/;

/**
 * Determines the instrument of a file. Properties come from the user, else from the format, else from the recording, else from the defaults of
 * the asset class. The zone is that of the calendar unless another is given.
 * Throws `SYMBOL_UNKNOWN` for characters other than `A-Z 0-9 ^ . = -`, `CALENDAR_UNKNOWN` and `ZONE_UNKNOWN`.
 */
export function instrumentOf(file: ImportFile, symbol: string, fromFormat: KnownInstrument = {}): RecordedInstrument {
  checkSymbol(file.file, symbol);
  const fromUser = file.settings.instrument ?? {};
  const known: KnownInstrument = {
    ...recordedProperties(file, symbol, { ...fromFormat, ...fromUser }),
    ...fromFormat,
    ...fromUser,
  };
  const assetClass = known.assetClass ?? "stock";
  const { floor: _, ...usual } = ASSET_DEFAULTS[assetClass];
  const calendar = known.calendar ?? calendarFor(file.file, known, usual.calendar);
  const exchange = known.exchange ?? (CALENDARS.includes(usual.exchange) ? calendar : usual.exchange);
  const zone = known.zone ?? calendarOf(calendar, file.recorded?.calendars).zone;
  const pair = assetClass === "forex" || assetClass === "crypto";
  const currency = known.currency ?? (assetClass === "forex" && PAIR.test(symbol) ? symbol.slice(3, 6) : "USD");
  return Object.freeze({
    symbol,
    name: known.name ?? symbol,
    assetClass,
    exchange,
    zone: zoneOf(zone).name,
    calendar,
    currency,
    currencyDecimals: known.currencyDecimals ?? decimalsOf(currency),
    decimals: known.decimals ?? (assetClass === "forex" && currency === "JPY" ? 3 : usual.decimals),
    tick: known.tick ?? usual.tick,
    lot: known.lot ?? usual.lot,
    multiplier: known.multiplier ?? 1,
    priceBasis: known.priceBasis ?? "raw",
    base: known.base ?? (pair ? baseOf(symbol, currency) : symbol),
    unit: known.unit ?? "",
    contractMonth: known.contractMonth ?? "",
    continuous: known.continuous ?? false,
    ...withoutUndefined({ expiration: known.expiration, contracts: known.contracts }),
    ...(known.role === "data" && { role: known.role }),
  });
}

/** Returns the lower limit of valid prices of an instrument. Data that are not traded, such as a spread, have none. */
export function priceFloorOf({ settings }: ImportFile, instrument: RecordedInstrument): PriceFloor {
  return settings.anyPrice === true || !isTraded(instrument) ? "any" : ASSET_DEFAULTS[instrument.assetClass].floor;
}

/**
 * Returns the recorded properties of a symbol, without those that depend on an asset class, exchange or currency that the import changes.
 */
function recordedProperties(file: ImportFile, symbol: string, requested: KnownInstrument): KnownInstrument {
  const recorded = file.recorded?.instruments.find((instrument) => instrument.symbol === symbol);
  if (recorded === undefined) return {};
  const isUnchanged = (name: "assetClass" | "exchange" | "currency") =>
    requested[name] === undefined || requested[name] === recorded[name];
  if (!isUnchanged("assetClass")) return {};
  const { calendar, zone, currencyDecimals, ...rest } = recorded;
  return {
    ...rest,
    ...(isUnchanged("exchange") && { calendar, zone }),
    ...(isUnchanged("currency") && { currencyDecimals }),
  };
}

/** Asset classes that trade on an exchange with local hours; an undefined class is included, since stock is the default. */
const EXCHANGE_LISTED: readonly (AssetClass | undefined)[] = ["stock", "etf", "index", "option", undefined];

/**
 * Returns the calendar of an exchange: the built-in calendar of its name, else one in the given zone, else the usual one of the asset
 * class.
 */
function calendarFor(file: string, { exchange, zone, assetClass }: KnownInstrument, usual: string): string {
  if (exchange !== undefined && CALENDARS.includes(exchange)) return exchange;
  if (zone === undefined || !EXCHANGE_LISTED.includes(assetClass) || calendarOf(usual).zone === zone) return usual;
  const zoneCalendar = CALENDARS.find((name) => calendarOf(name).zone === zoneOf(zone).name);
  if (zoneCalendar !== undefined) return zoneCalendar;
  throw new HindcastError(
    "CALENDAR_UNKNOWN",
    `${file}: no built-in calendar has the zone ${zone}. Give a calendar, one of ${CALENDARS.join(", ")}`,
    {
      file,
      zone,
      known: CALENDARS,
    },
  );
}

/** Returns the base of a pair: `BTC` of BTCUSD and BTC-USD, `EUR` of EURUSD=X; the symbol if it does not end with the currency. */
function baseOf(symbol: string, currency: string): string {
  const plain = symbol.replace(/=X$/, "");
  return plain.length > currency.length && plain.endsWith(currency)
    ? plain.slice(0, -currency.length).replace(/-$/, "")
    : symbol;
}

/** Returns the calendar of an instrument, declared in the recording or built in. */
export function calendarOfFile(file: ImportFile, { calendar }: RecordedInstrument): Calendar {
  return calendarOf(calendar, file.recorded?.calendars);
}

/** Returns the symbol of a file: the one the user gave, else the file's name in capitals. */
export function symbolOf(file: ImportFile, fromName: string = file.name): string {
  return file.symbol ?? fromName.toUpperCase();
}

function checkSymbol(file: string, symbol: string): void {
  if (isSymbol(symbol)) return;
  throw new HindcastError(
    "SYMBOL_UNKNOWN",
    `${file}: a symbol must have ${SYMBOL_RULE}, was ${formatValue(symbol)}. Give another symbol as SYMBOL=FILE`,
    { file, symbol },
  );
}

/** Default properties of the instruments of an asset class. */
interface AssetDefaults {
  readonly exchange: string;
  readonly calendar: string;
  /** Smallest price step; 0 if it differs between instruments of the class. */
  readonly tick: number;
  readonly lot: number;
  readonly decimals: number;
  /** Lower limit of valid prices: oil has traded below 0, shares have not. */
  readonly floor: PriceFloor;
}

const US_SHARE: AssetDefaults = {
  exchange: "XNYS",
  calendar: "XNYS",
  tick: 0.01,
  lot: 1,
  decimals: 2,
  floor: "above_zero",
};

/** Defaults by asset class. Exchange-traded classes default to the United States. */
const ASSET_DEFAULTS: Readonly<Record<AssetClass, AssetDefaults>> = {
  stock: US_SHARE,
  etf: US_SHARE,
  index: { ...US_SHARE, tick: 0 },
  option: { ...US_SHARE, floor: "not_negative" },
  crypto: { exchange: "CRYPTO", calendar: "24/7", tick: 0, lot: 1e-8, decimals: 8, floor: "above_zero" },
  forex: { exchange: "FX", calendar: "FX", tick: 0, lot: 1, decimals: 5, floor: "above_zero" },
  commodity: { exchange: "CMES", calendar: "CMES", tick: 0, lot: 1, decimals: 2, floor: "any" },
};

export const ASSET_CLASSES = Object.keys(ASSET_DEFAULTS) as readonly AssetClass[];
