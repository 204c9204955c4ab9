import type { OrderTerms } from "./order.ts";
import type { Size } from "./sizing.ts";

/** What a strategy or a client asks for, before it has a size in units. */
export interface OrderRequest extends OrderTerms {
  readonly size: Size;
}
