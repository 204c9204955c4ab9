/** Order types, one per line. `catalog.ts` reads these exports. */
export { limit } from "./limit.ts";
export { market } from "./market.ts";
export { stopLimit } from "./stop-limit.ts";
export { stop } from "./stop.ts";
export { trailingStop } from "./trailing-stop.ts";
