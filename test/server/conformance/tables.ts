/**
 * Fields, parameters, errors and limits of the emulated service, as its clients know them. They are written out here, independent of the
 * schemas, so that tests can compare the two.
 */

/** Type of a field. */
export type Kind = "string" | "number" | "integer" | "boolean" | "object" | "array" | "instant" | "date" | "zone";

/** The fields of a response and their types. */
export type Fields = Readonly<Record<string, Kind>>;

/**
 * Fields that are null if an instrument has no value for them, such as the last price of a contract that never traded. They are never left
 * out.
 */
export const MAY_BE_NULL: readonly string[] = [
  "change",
  "change_percent",
  "market_cap",
  "pe_ratio",
  "change_24h",
  "change_percent_24h",
  "circulating_supply",
  "total_supply",
  "last_price",
];

export const STOCK_QUOTE: Fields = {
  symbol: "string",
  name: "string",
  price: "number",
  change: "number",
  change_percent: "number",
  volume: "integer",
  market_cap: "integer",
  pe_ratio: "number",
  day_high: "number",
  day_low: "number",
  week_52_high: "number",
  week_52_low: "number",
  timestamp: "instant",
  market_status: "string",
};
export const HISTORY: Fields = {
  symbol: "string",
  period: "string",
  interval: "string",
  data: "array",
  meta: "object",
};
export const PRICE_BAR: Fields = {
  timestamp: "instant",
  open: "number",
  high: "number",
  low: "number",
  close: "number",
  volume: "integer",
  adj_close: "number",
};
export const HISTORY_META: Fields = {
  currency: "string",
  exchange: "string",
  exchange_timezone: "zone",
  total_records: "integer",
};
export const QUOTES: Fields = { quotes: "object", timestamp: "instant" };
export const CRYPTO_QUOTE: Fields = {
  symbol: "string",
  name: "string",
  price: "number",
  change_24h: "number",
  change_percent_24h: "number",
  volume_24h: "integer",
  market_cap: "integer",
  circulating_supply: "integer",
  total_supply: "integer",
  ath: "number",
  ath_date: "instant",
  timestamp: "instant",
};
export const FOREX_QUOTE: Fields = {
  pair: "string",
  bid: "number",
  ask: "number",
  spread: "number",
  change_24h: "number",
  change_percent_24h: "number",
  timestamp: "instant",
};
export const CHAIN: Fields = { symbol: "string", expiration: "date", calls: "array", puts: "array" };
export const CONTRACT: Fields = {
  strike: "number",
  last_price: "number",
  bid: "number",
  ask: "number",
  volume: "integer",
  open_interest: "integer",
  implied_volatility: "number",
  delta: "number",
  gamma: "number",
  theta: "number",
  vega: "number",
};
export const INDICATORS: Fields = { symbol: "string", indicators: "object", timestamp: "instant" };
export const INDICATOR_ENTRIES: Readonly<Record<string, Fields>> = {
  sma: { value: "number", period: "integer" },
  rsi: { value: "number", period: "integer", signal: "string" },
  macd: { macd: "number", histogram: "number" },
  ema: { value: "number", period: "integer" },
};
export const ORDER: Fields = { id: "string", status: "string" };
export const ERROR: Fields = { code: "string", message: "string", details: "object" };

/** A parameter of a request. */
export interface Parameter {
  readonly path: string;
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "boolean" | "integer" | "number";
  readonly required: boolean;
  readonly default?: string | number | boolean;
  readonly allowed?: readonly string[];
}

const [HISTORY_PATH, INDICATORS_PATH] = [
  "/market-data/stocks/{symbol}/history",
  "/market-data/stocks/{symbol}/indicators",
];
const CHAIN_PATH = "/market-data/options/{symbol}/chain";
const optional = { in: "query", type: "string", required: false } as const;
const inPath = { in: "path", type: "string", required: true } as const;

export const PARAMETERS: readonly Parameter[] = [
  { path: "/market-data/stocks/{symbol}/quote", name: "symbol", ...inPath },
  { path: HISTORY_PATH, name: "symbol", ...inPath },
  {
    path: HISTORY_PATH,
    name: "period",
    ...optional,
    default: "1mo",
    allowed: ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "5y", "10y", "ytd", "max"],
  },
  {
    path: HISTORY_PATH,
    name: "interval",
    ...optional,
    default: "1d",
    allowed: ["1m", "2m", "5m", "15m", "30m", "60m", "90m", "1h", "1d", "5d", "1wk", "1mo", "3mo"],
  },
  { path: HISTORY_PATH, name: "adjust", ...optional, type: "boolean", default: true },
  { path: INDICATORS_PATH, name: "symbol", ...inPath },
  { path: INDICATORS_PATH, name: "indicators", ...optional, required: true },
  { path: INDICATORS_PATH, name: "period", ...optional, type: "integer", default: 14 },
  { path: "/market-data/crypto/{symbol}/quote", name: "symbol", ...inPath },
  { path: "/market-data/crypto/{symbol}/quote", name: "vs_currency", ...optional, default: "USD" },
  { path: "/market-data/forex/{pair}/quote", name: "pair", ...inPath },
  { path: CHAIN_PATH, name: "symbol", ...inPath },
  { path: CHAIN_PATH, name: "expiration", ...optional },
  { path: CHAIN_PATH, name: "strike", ...optional, type: "number" },
  { path: CHAIN_PATH, name: "option_type", ...optional, default: "both", allowed: ["call", "put", "both"] },
];

export const INDICATOR_NAMES: readonly string[] = ["sma", "ema", "rsi", "macd", "bollinger", "stoch"];

/** For each tier of API keys: the hourly requests, as in `X-RateLimit-Limit`, and whether the tier may open the stream. */
export const TIERS = [
  { tier: "free", limit: "1000", stream: false },
  { tier: "pro", limit: "10000", stream: true },
  { tier: "enterprise", limit: "2147483647", stream: true },
] as const;
