import type { GraphNode } from "../indicators/node.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { ColumnMemory } from "../primitives/column-memory.ts";
import type { Column } from "../primitives/column.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";
import type { Restatement } from "./graph/restatement.ts";
import type { HostBroker } from "./command-queue.ts";
import type { RunPlan } from "./run-plan.ts";
import type { GraphSeries } from "./graph-inputs.ts";

/** Data of a run as hooks see them. */
export interface HostData {
  /** Series sorted by symbol. */
  readonly series: readonly GraphSeries[];
  readonly symbols: readonly string[];
  /** Indicator columns computed beforehand. */
  readonly columns: { column(node: GraphNode, symbol: string): Column };
  /** Largest number of bars of one series, if bars are added during the run. */
  readonly maxBars?: number;
  /** Returns how a node's values are restated after splits; undefined if they need no restatement. */
  restatementOf(node: GraphNode, own: GraphSeries): Restatement | undefined;
}

/** Plan of a strategy's run. */
export interface HostPlan extends Pick<RunPlan, "strategy" | "params" | "settings" | "seed" | "evaluation" | "feedOf"> {
  readonly data: HostData;
  /** Memory for the columns of this run; undefined to allocate its own. */
  readonly memory?: ColumnMemory | undefined;
  /** Nodes that the strategy reads, if already built. */
  readonly graph?: IndicatorGraph;
}

/** Simulation that a strategy runs over, or the mirror of a remote simulation. This interface cannot advance it. */
export interface StrategyHost {
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: HostBroker;
  /** Current time, epoch milliseconds. */
  readonly time: number;
  /** Whether a traded bar or its session has closed: hooks are called from then on. */
  readonly hasStarted: boolean;
}
