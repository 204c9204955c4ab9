import type { TimeInForce } from "../order-record.ts";

/** How long an order lives. What an order does about time is asked here and nowhere else. */
export interface TimeInForceRule {
  readonly name: TimeInForce;
  readonly title: string;
  /** It waits in the market until something reaches it; else it is judged at one price event alone. */
  readonly rests: boolean;
  /** Of one that does not rest: when and at which price it is judged, in words. */
  readonly chance: string;
  /** The auction in which alone it may fill; empty for none. */
  readonly auction: "" | "open" | "close";
  /** It fills wholly or not at all. */
  readonly whole: boolean;
  /** It ends when its session does. */
  readonly endsWithSession: boolean;
  /** It has a moment at which it ends, which its order must name. */
  readonly endsAtTime: boolean;
}
