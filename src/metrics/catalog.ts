import { METRIC_GROUPS, type Metric, type MetricTable } from "./define.ts";
import * as all from "./all.ts";

/** All metrics that compute one number, by name, sorted by group and name. */
export const metrics: Readonly<Record<string, Metric>> = members("number");

/** Names of the metrics in the summary of every run. */
export type SummaryName = {
  [Key in keyof typeof all]: (typeof all)[Key] extends Metric<infer Name, true> ? Name : never;
}[keyof typeof all];

/** The metrics in the summary of every run. */
export const summaryMetrics = Object.freeze(
  Object.fromEntries(Object.entries(metrics).filter(([, metric]) => metric.inSummary)),
) as Readonly<Record<SummaryName, Metric>>;

/** All metrics that compute a table, by name. */
export const metricTables: Readonly<Record<string, MetricTable>> = members("table");

function members<M extends Metric | MetricTable>(kind: M["kind"]): Readonly<Record<string, M>> {
  const found = Object.values(all as Readonly<Record<string, unknown>>).filter(
    (member): member is M => "kind" in Object(member) && (member as M).kind === kind,
  );
  const inGroup = (group: string) => found.filter((member) => member.group === group);
  const sorted = METRIC_GROUPS.flatMap((group) => inGroup(group).toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  return Object.freeze(Object.fromEntries(sorted.map((member) => [member.name, member])));
}
