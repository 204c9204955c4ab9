// What an option is worth, and what its price says: European options on shares, indices, currencies and futures, American ones by approximation.
export { blackScholes } from "./black-scholes.ts";
export { type Greeks, greeks } from "./greeks.ts";
export { impliedVolatility } from "./implied-volatility.ts";
export type { Right } from "./right.ts";
