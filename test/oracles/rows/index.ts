/** What other libraries compute, one file an indicator. */
export { bollingerOracles } from "./bollinger.ts";
export { emaOracles } from "./ema.ts";
export { macdOracles } from "./macd.ts";
export { rsiOracles } from "./rsi.ts";
export { smaOracles } from "./sma.ts";
export { stochasticOracles } from "./stochastic.ts";
