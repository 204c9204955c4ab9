/** Technical indicators: columns in, columns out, or nodes of a strategy's graph. Every indicator exported here is in the catalogue. */
export { bollinger } from "./bollinger.ts";
export { ema } from "./ema.ts";
export { macd } from "./macd.ts";
export { rsi } from "./rsi.ts";
export { sma } from "./sma.ts";
export { stochastic } from "./stochastic.ts";
