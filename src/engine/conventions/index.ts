/** Conventions of engines, one per line. */
export { backtestingPy } from "./backtesting-py.ts";
export { backtrader } from "./backtrader.ts";
export { hindcast } from "./hindcast.ts";
export { lean } from "./lean.ts";
export { zipline } from "./zipline.ts";
export { ziplineReloaded } from "./zipline-reloaded.ts";
