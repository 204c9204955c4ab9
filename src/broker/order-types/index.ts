/** The types of orders. One line a type: validation, matching and schemas read this door. */
export { limit } from "./limit.ts";
export { market } from "./market.ts";
export { stopLimit } from "./stop-limit.ts";
export { stop } from "./stop.ts";
export { trailingStop } from "./trailing-stop.ts";
