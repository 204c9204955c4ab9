/** What other libraries take for the indicators that they share with us, one file an indicator. */
export { bollingerRival } from "./bollinger.ts";
export { emaRival } from "./ema.ts";
export { macdRival } from "./macd.ts";
export { rsiRival } from "./rsi.ts";
export { smaRival } from "./sma.ts";
export { stochasticRival } from "./stochastic.ts";
