// Exports prices, greeks and implied volatility of European options on shares, indices, currencies and futures. American options have
// approximate prices.
export { baroneAdesiWhaley } from "./barone-adesi-whaley.ts";
export { black76 } from "./black-76.ts";
export { blackScholes } from "./black-scholes.ts";
export { type Greeks, greeks } from "./greeks.ts";
export { impliedVolatility } from "./implied-volatility.ts";
export { normalCdf, normalPdf } from "./normal-distribution.ts";
export type { Right } from "./right.ts";
