/** How a share of equity becomes units. One line a way. */
export { affordable } from "./affordable.ts";
export { nearValue } from "./near-value.ts";
export { netOfCommission } from "./net-of-commission.ts";
export { value } from "./value.ts";
