/** Which way a bar is taken to have gone first. One line a policy. */
export { drillDown } from "./drill-down.ts";
export { nearestExtreme } from "./nearest-extreme.ts";
export { ohlc } from "./ohlc.ts";
export { olhc } from "./olhc.ts";
export { optimistic } from "./optimistic.ts";
export { pessimistic } from "./pessimistic.ts";
