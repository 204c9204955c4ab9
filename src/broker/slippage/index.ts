/** The ways in which fills slip. One line a model. */
export { amount } from "./amount.ts";
export { bps } from "./bps.ts";
export { none } from "./none.ts";
export { spread } from "./spread.ts";
export { ticks } from "./ticks.ts";
export { volumeShare } from "./volume-share.ts";
