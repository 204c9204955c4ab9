/** What other libraries take for the indicators that they share with us, one file an indicator. */
export { bollingerRival } from "./bollinger.ts";
export { demarkerRival } from "./demarker.ts";
export { disparityRival } from "./disparity.ts";
export { dpoRival } from "./dpo.ts";
export { emaRival } from "./ema.ts";
export { macdRival } from "./macd.ts";
export { maxRival } from "./max.ts";
export { midpriceRival } from "./midprice.ts";
export { minRival } from "./min.ts";
export { psychologicalLineRival } from "./psychological-line.ts";
export { qstickRival } from "./qstick.ts";
export { rmaRival } from "./rma.ts";
export { rsiRival } from "./rsi.ts";
export { smaRival } from "./sma.ts";
export { stochasticRival } from "./stochastic.ts";
