/** The ways in which fills slip. One line a model. */
export { bps } from "./bps.ts";
export { none } from "./none.ts";
