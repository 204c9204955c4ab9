/** The habits of other engines. One line an engine. */
export { backtestingPy } from "./backtesting-py.ts";
export { backtrader } from "./backtrader.ts";
export { lean } from "./lean.ts";
export { zipline } from "./zipline.ts";
export { ziplineReloaded } from "./zipline-reloaded.ts";
