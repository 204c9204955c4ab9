import { collectDefaultMetrics, Registry } from "prom-client";

let registry: Registry | undefined;

/**
 * Metrics of the process: its processor time, memory, event loop and garbage collection. Servers of one process share them, and so what measures
 * them: it begins with the first that asks, and cannot be ended.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: "hindcast_" });
  }
  return registry;
}
