// Sources of market data, one per line; catalog.ts reads these exports.
export { alpaca } from "./alpaca.ts";
export { binance } from "./binance.ts";
export { ccxt } from "./ccxt.ts";
export { stooq } from "./stooq.ts";
export { yahoo } from "./yahoo.ts";
