import type { GraphNode } from "../indicators/node.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { ColumnMemory } from "../primitives/column-memory.ts";
import type { Column } from "../primitives/column.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";
import type { Today } from "./graph/today.ts";
import type { RunningBroker } from "./command-queue.ts";
import type { RunPlan } from "./run-plan.ts";
import type { GraphSeries } from "./graph-inputs.ts";

/** The data of a run as its hooks see them. */
export interface RunningData {
  /** In sorted order of symbols. */
  readonly series: readonly GraphSeries[];
  readonly symbols: readonly string[];
  /** Columns that were computed beforehand. */
  readonly columns: { column(node: GraphNode, symbol: string): Column };
  /** Where bars are still to come, the most that one series can take. */
  readonly most?: number;
  /** How values of a node become today's. */
  todayOf(node: GraphNode, own: GraphSeries): Today | undefined;
}

/** What is run. */
export interface RunningPlan extends Pick<
  RunPlan,
  "strategy" | "params" | "settings" | "seed" | "evaluation" | "feedOf"
> {
  readonly data: RunningData;
  /** Where what is computed for the run alone lies: in memory of its own unless some is lent. */
  readonly memory?: ColumnMemory | undefined;
  /** The nodes that the strategy reads, where they were made already. */
  readonly graph?: IndicatorGraph;
}

/** What a strategy runs over: a simulation, without the means to move it; or what a client knows of one that is elsewhere. */
export interface Running {
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: RunningBroker;
  /** Epoch milliseconds of the moment at hand. */
  readonly time: number;
  /** A bar that is traded has closed, or its session: hooks are called from then on. */
  readonly begun: boolean;
}
