/** Commission models, one per line. `catalog.ts` reads these exports. */
export { custom } from "./custom.ts";
export { makerTaker } from "./maker-taker.ts";
export { none } from "./none.ts";
export { percent } from "./percent.ts";
export { perOrder } from "./per-order.ts";
export { perShareOrder } from "./per-share-order.ts";
export { perShare } from "./per-share.ts";
export { tiered } from "./tiered.ts";
