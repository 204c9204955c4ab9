// Importers, one per line and file format; catalog.ts reads these exports.
export { actions } from "./actions.ts";
export { bars } from "./bars.ts";
export { bidAsk } from "./bid-ask.ts";
export { binance } from "./binance.ts";
export { chain } from "./chain.ts";
export { contracts } from "./contracts.ts";
export { history } from "./history.ts";
export { lean } from "./lean.ts";
export { listings } from "./listings.ts";
export { renames } from "./renames.ts";
export { stooq } from "./stooq.ts";
export { ticks } from "./ticks.ts";
export { yahoo } from "./yahoo.ts";
