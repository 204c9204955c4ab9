// The importers: one line for each format of files that are turned into parts of a recorded market.
export { bars } from "./bars.ts";
export { bidAsk } from "./bid-ask.ts";
export { binance } from "./binance.ts";
export { chain } from "./chain.ts";
export { history } from "./history.ts";
export { lean } from "./lean.ts";
export { stooq } from "./stooq.ts";
export { ticks } from "./ticks.ts";
export { yahoo } from "./yahoo.ts";
