import { expect, test } from "vitest";
import { metrics, metricTables, summaryMetrics } from "../../src/metrics/catalog.ts";
import { defineMetric, METRIC_GROUPS } from "../../src/metrics/define.ts";
import { sharpe } from "../../src/metrics/ratios.ts";
import { summarize } from "../../src/metrics/summary.ts";
import { performanceOf } from "./performance-of.ts";

const run = performanceOf([1100, 990, 1200]);

test("a summary is frozen, and has the metrics marked inSummary in the order of the catalog", () => {
  const summary = summarize(run);
  const inSummary = Object.values(metrics).filter((metric) => metric.inSummary);
  expect(Object.keys(summary)).toEqual(inSummary.map((metric) => metric.name));
  expect(Object.keys(summary)).toEqual(Object.keys(summaryMetrics));
  expect(summary).not.toHaveProperty("value-at-risk");
  expect(Object.isFrozen(summary)).toBe(true);
  for (const name of Object.keys(metricTables)) expect(summary).not.toHaveProperty(name);
});

test("a summary is typed by the names of its metrics", () => {
  const { sharpe: ratio, "max-drawdown": deepest } = summarize(run);
  const values: readonly number[] = [ratio, deepest];
  expect(values.length).toBe(2);
  // @ts-expect-error -- a misspelled name
  expect(summarize(run)["max-drawdwon"]).toBeUndefined();
  // @ts-expect-error -- computed on demand only
  expect(summarize(run)["value-at-risk"]).toBeUndefined();
});

test("the catalog of metrics is sorted by group and name", () => {
  const places = Object.values(metrics).map(({ group, name }) => `${METRIC_GROUPS.indexOf(group)} ${name}`);
  expect(places).toEqual(places.toSorted());
});

test("a metric passed to summarize replaces the metric of its name, and changes no other metric", () => {
  const other = defineMetric({ ...sharpe, convention: "Population deviation.", compute: () => 7 });
  const summary = summarize(run, { ...summaryMetrics, sharpe: other });
  expect(summary).toEqual({ ...summarize(run), sharpe: 7 });
  expect(other.title).toBe(sharpe.title);
});

test("an infinite metric value becomes NaN", () => {
  expect(defineMetric({ ...sharpe, compute: () => Infinity }).compute(run)).toBeNaN();
});
