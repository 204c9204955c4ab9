import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { metrics, metricTables } from "../../src/metrics/catalog.ts";
import * as door from "../../src/metrics/index.ts";
import type { Performance } from "../../src/metrics/performance.ts";
import type { PerformanceFacts } from "../../src/metrics/performance-facts.ts";
import { performanceOf, tradesOf } from "../metrics/performance-of.ts";

const UNITS = ["fraction", "ratio", "money", "count", "duration"];

const RUNS: Readonly<Record<string, Performance>> = {
  "no records": performanceOf([]),
  "no records, one trade": performanceOf([], { trades: tradesOf([5]) }),
  "records without sessions": performanceOf([1010], { trades: tradesOf([10]), recordsInMarket: 1 }),
  "records without a session": performanceOf([1010, 990], { sessions: new Int32Array(0) }),
  "flat equity": performanceOf(Array.from({ length: 50 }, () => 1000)),
  "no trades": performanceOf([1010, 990, 1020], { recordsInMarket: 3 }),
  "all wins": performanceOf([1010, 1030, 1060], { trades: tradesOf([10, 20, 30]) }),
  "all losses": performanceOf([990, 970, 940], { trades: tradesOf([-10, -20, -30]) }),
  "trades with zero profit": performanceOf([1000, 1000], { trades: tradesOf([0, 0]) }),
  "total loss": performanceOf([500, 0, 0, 0], { trades: tradesOf([-500, -500]) }),
  debt: performanceOf([500, -300, -100, 200], { trades: tradesOf([-1300, 500]) }),
  "huge gain in a moment": performanceOf([1e300], { endTime: 1, trades: tradesOf([1e300]) }),
  "no time": performanceOf([1010, 990], { endTime: 0 }),
};

const everything = [...Object.entries(metrics), ...Object.entries(metricTables)];

describe.each(Object.entries(RUNS))("for a run with special data (%s)", (_, run) => {
  test.each(Object.entries(metrics))("metric %s is a finite number or NaN", (_, metric) => {
    const value = metric.compute(run);
    expect(value).toBeTypeOf("number");
    expect(Number.isFinite(value) || Number.isNaN(value)).toBe(true);
  });

  test.each(Object.entries(metricTables))("metric table %s contains only finite numbers or NaN", (_, table) => {
    for (const row of table.compute(run)) {
      expect(Object.keys(row)).toEqual(Object.keys(table.units));
      for (const value of Object.values(row)) expect(Number.isFinite(value) || Number.isNaN(value)).toBe(true);
    }
  });
});

/** Returns a run whose amounts of money are multiplied by a factor, as if it were in another currency. */
const runIn = (factor: number): Performance => {
  const scaled = (values: Iterable<number>) => Float64Array.from(values, (value) => value * factor);
  const equity = Array.from({ length: 400 }, (_, i) => 1000 + 300 * Math.sin(i / 17) + ((i * 7919) % 101));
  const trades = tradesOf(Array.from({ length: 40 }, (_, i) => ((i * 37) % 23) - 9.7));
  const rest: Partial<PerformanceFacts> = {
    startEquity: 1000 * factor,
    buyAndHold: scaled(equity.map((value, i) => value + i)),
    trades: {
      ...trades,
      pnl: scaled(trades.pnl),
      commission: scaled(trades.commission),
      entryValue: scaled(trades.entryValue!),
    },
    commissionPaid: 81.3 * factor,
    slippagePaid: 400.1 * factor,
    tradedValue: 80_000 * factor,
    positionValues: { long: scaled(equity.map((value) => value / 2)), short: scaled(equity.map(() => 30)) },
    trials: { count: 12, variance: 0.001 },
    recordsInMarket: 123,
    riskFreeRate: 0.02,
  };
  return performanceOf([...scaled(equity)], rest);
};

describe("for a run whose amounts of money are multiplied by a factor", () => {
  const once = runIn(1);

  test.each(Object.entries(metrics))(
    "metric %s is multiplied by the factor if its unit is money, and else unchanged",
    (_, metric) => {
      const value = metric.compute(once);
      expect(value).not.toBeNaN();
      for (const factor of [2 ** -20, 2, 2 ** 30])
        expect(metric.compute(runIn(factor))).toBe(metric.unit === "money" ? value * factor : value);
    },
  );

  test.each(Object.entries(metricTables))(
    "metric table %s has its columns of money multiplied by the factor, and no others",
    (_, table) => {
      const rows = table.compute(once);
      expect(rows.length).toBeGreaterThan(0);
      const scaled = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, table.units[key] === "money" ? value * 8 : value]),
        ),
      );
      expect(table.compute(runIn(8))).toEqual(scaled);
    },
  );
});

describe("the definition of a metric", () => {
  test.each(everything)("states title, formula, convention, direction and units: %s", (_, metric) => {
    expect(metric.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [metric.title, metric.formula, metric.convention, metric.source ?? "none"]) {
      expect(text.trim()).toBe(text);
      expect(text).toMatch(/^[ -~]{3,}$/);
    }
    expect(metric.convention).toMatch(/\.$/);
    expect(["higher", "lower", "neither"]).toContain(metric.better);
    const units = metric.kind === "number" ? [metric.unit] : Object.values(metric.units);
    for (const unit of units) expect([...UNITS, ...(metric.kind === "table" ? ["label"] : [])]).toContain(unit);
    expect(Object.isFrozen(metric)).toBe(true);
  });

  test.each(everything)("is in exactly one file, and computes equal results when called twice: %s", (_, metric) => {
    const folder = fileURLToPath(new URL("../../src/metrics", import.meta.url));
    const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
    const defining = files.filter((file) =>
      readFileSync(join(folder, file), "utf8").includes(`  name: "${metric.name}",\n`),
    );
    expect(defining).toHaveLength(1);
    expect(metric.compute(RUNS["all losses"]!)).toEqual(metric.compute(RUNS["all losses"]!));
  });

  test("has a unique name and title, and is exported under its name in camel case", () => {
    const members: Readonly<Record<string, unknown>> = door.metrics;
    const defined = Object.values(members).filter((member) => "kind" in Object(member));
    expect(defined).toHaveLength(everything.length);
    expect(new Set(everything.map(([, metric]) => metric.name)).size).toBe(everything.length);
    expect(new Set(everything.map(([, metric]) => metric.title)).size).toBe(everything.length);
    for (const [, metric] of everything) {
      const camel = metric.name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      expect(members[camel]).toBe(metric);
    }
  });
});
