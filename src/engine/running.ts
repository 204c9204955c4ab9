import type { Broker } from "../broker/broker.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { RunPlan } from "./run-plan.ts";

/** A run as its hooks see it: the driver, without the means to move it. */
export interface Running {
  readonly plan: RunPlan;
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: Broker;
  /** Epoch milliseconds of the moment at hand. */
  readonly time: number;
}
