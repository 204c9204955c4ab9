import { metrics, metricTables } from "../../metrics/catalog.ts";
import type { Listing } from "./listing.ts";

/** Every metric of a run, numbers first and then tables. */
export function listMetrics(): Listing {
  const numbers = Object.values(metrics);
  const tables = Object.values(metricTables);
  return {
    columns: [
      { heading: "name" },
      { heading: "title", wraps: true },
      { heading: "unit" },
      { heading: "formula", wraps: true },
    ],
    rows: [
      ...numbers.map(({ name, title, unit, formula }) => [name, title, unit, formula]),
      ...tables.map(({ name, title, formula }) => [name, title, "table", formula]),
    ],
    json: [...numbers, ...tables],
    failures: [],
  };
}
