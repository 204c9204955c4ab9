import { expect, test } from "vitest";
import { metrics, metricTables } from "../../src/metrics/catalog.ts";
import { nearestNames } from "../../src/cli/nearest-names.ts";
import { call } from "./call.ts";

test("explains a metric by its name", async () => {
  const { code, out, err } = await call(["explain", "calmar"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("\n")).toEqual([
    "Calmar ratio (calmar)",
    "formula     CAGR / |max drawdown|",
    "convention  Over the whole run, not over the last 36 months as first published; CAGR by calendar days. Missing without a drawdown, and when CAGR is missing.",
    "unit        a plain number",
    "better      the higher value",
    "source      T. W. Young, Calmar Ratio: A Smoother Tool, Futures, 1991.",
    "",
  ]);
});

test("takes a title, however it is written", async () => {
  expect((await call(["explain", "max drawdown"])).out).toMatch(/^Max drawdown \(max-drawdown\)\n/);
});

test("explains a table by the columns of its rows", async () => {
  expect((await call(["explain", "monthly-returns"])).out).toContain("a table of year, month, return in each row");
});

test("explains it as another engine computes it", async () => {
  const { out } = await call(["explain", "sharpe", "--in", "backtesting.py"]);
  expect(out).toContain("formula     (annual return - risk-free rate) / volatility\n");
  const { code, err } = await call(["explain", "omega", "--in", "backtesting.py"]);
  expect(code).toBe(2);
  expect(err).toMatch(/^hindcast: backtesting\.py must have the metric, it has alpha, .*; not omega\n$/);
});

test("--json has everything but what computes it", async () => {
  for (const metric of [...Object.values(metrics), ...Object.values(metricTables)]) {
    const { out } = await call(["explain", metric.name, "--json"]);
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(metric)));
  }
});

test.each([
  ["sharp", "(did you mean sharpe or deflated-sharpe or probabilistic-sharpe?)"],
  ["calmer", "(did you mean calmar?)"],
  ["Win_Rat", "(did you mean win-rate?)"],
  ["zzz", "; hindcast list metrics names them"],
])("does not know %s", async (name, rest) => {
  const space = rest.startsWith(";") ? "" : " ";
  expect(await call(["explain", name])).toMatchObject({
    code: 2,
    out: "",
    err: `hindcast: there is no metric "${name}"${space}${rest}\n`,
  });
});

test("names are near by letters or by what they contain", () => {
  expect(nearestNames("cagr", ["cagr", "calmar"])).toEqual(["cagr"]);
  expect(nearestNames("draw", ["max-drawdown", "drawdown", "cagr"])).toEqual(["drawdown", "max-drawdown"]);
});
