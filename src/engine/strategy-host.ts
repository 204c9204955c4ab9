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

/** Data of a run that hooks can read. */
export interface HostData {
  /** Series of the run, sorted by symbol. */
  readonly series: readonly GraphSeries[];
  readonly symbols: readonly string[];
  readonly tradedSymbols: readonly string[];
  /** Indicator columns computed beforehand. */
  readonly columns: { column(node: GraphNode, symbol: string): Column };
  /** Largest number of bars of a series, if bars are added during the run. */
  readonly maxBars?: number;
  /** Returns how a node's values are converted after splits, or undefined if they need no conversion. */
  restatementOf(node: GraphNode, own: GraphSeries): Restatement | undefined;
}

/** Plan of a strategy's run over a host. */
export interface HostPlan extends Pick<RunPlan, "strategy" | "params" | "settings" | "seed" | "evaluation" | "feedOf"> {
  readonly data: HostData;
  /** Memory for the columns of this run, or undefined to allocate new memory. */
  readonly memory?: ColumnMemory | undefined;
  /** Nodes of the strategy's indicators, if already built. */
  readonly graph?: IndicatorGraph;
}

/** Simulation over which a strategy runs, or the mirror of a remote one. The strategy cannot advance it. */
export interface StrategyHost {
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: HostBroker;
  /** Current time, epoch milliseconds. */
  readonly time: number;
  /** Whether a traded bar or its session has closed. Hooks are called only from then on. */
  readonly hasStarted: boolean;
}
