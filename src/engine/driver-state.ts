import type { BrokerState } from "../broker/broker.ts";
import type { PortfolioState } from "../ledger/portfolio.ts";
import type { FeedMarks } from "../market/feed.ts";
import type { ActionQueue } from "../simulation/action-queue.ts";
import type { Phase } from "./driver.ts";
import type { EquityTableState } from "../simulation/equity-table.ts";
import type { HooksState } from "./hooks.ts";

/** A place in the order of everything that happens: after all of `phase` at the moment of that number. */
export interface DriverPosition {
  /** Counts moments from 0; -1 before the first. */
  readonly moment: number;
  /** Epoch milliseconds of that moment; NaN before the first. */
  readonly time: number;
  readonly phase: Phase;
}

/** A run that stands still, as plain data. */
export interface DriverState {
  readonly block: number;
  readonly place: number;
  readonly phase: Phase;
  readonly time: number;
  readonly feeds: readonly FeedMarks[];
  readonly portfolio: PortfolioState;
  readonly broker: BrokerState;
  readonly equity: EquityTableState;
  readonly hooks: HooksState;
  readonly actions: ReturnType<ActionQueue["snapshot"]>;
  readonly expiries: number;
}
