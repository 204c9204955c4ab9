import { expect, test } from "vitest";
import { metrics, metricTables } from "../../src/metrics/catalog.ts";
import { defineMetric, METRIC_GROUPS } from "../../src/metrics/define.ts";
import { sharpeMetric } from "../../src/metrics/sharpe.ts";
import { summarize } from "../../src/metrics/summary.ts";
import { performanceOf } from "./performance-of.ts";

const run = performanceOf([1100, 990, 1200]);

test("a summary has every metric that is a number, in the order of the catalogue, and is frozen", () => {
  const summary = summarize(run);
  expect(Object.keys(summary)).toEqual(Object.keys(metrics));
  expect(Object.isFrozen(summary)).toBe(true);
  for (const name of Object.keys(metricTables)) expect(summary).not.toHaveProperty(name);
});

test("the catalogue goes group by group, by name within a group", () => {
  const places = Object.values(metrics).map(({ group, name }) => `${METRIC_GROUPS.indexOf(group)} ${name}`);
  expect(places).toEqual(places.toSorted());
});

test("another convention replaces one metric by name and leaves the others alone", () => {
  const sharpe = defineMetric({ ...sharpeMetric, convention: "Population deviation.", compute: () => 7 });
  const summary = summarize(run, { ...metrics, sharpe });
  expect(summary).toEqual({ ...summarize(run), sharpe: 7 });
  expect(sharpe.title).toBe(sharpeMetric.title);
});

test("a number that cannot be held is missing", () => {
  expect(defineMetric({ ...sharpeMetric, compute: () => Infinity }).compute(run)).toBeNaN();
});
