import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backtest, defineStrategy } from "hindcast";
import { resultJson } from "hindcast/report";
import { readBars } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { metrics, metricTables } from "../../src/metrics/catalog.ts";
import { allEntries } from "../../src/cli/explaining/entries.ts";
import { nearestNames } from "../../src/primitives/nearest-names.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("hindcast explain describes a metric by its name", async () => {
  const { code, out, err } = await call(["explain", "calmar"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("\n")).toEqual([
    "Calmar ratio (calmar)",
    "formula     CAGR / |max drawdown|",
    "convention  Computed over the whole run, not over the last 36 months as first published. CAGR counts calendar days. Missing without a drawdown, and if CAGR is missing.",
    "unit        a plain number",
    "direction   higher is better",
    "source      T. W. Young, Calmar Ratio: A Smoother Tool, Futures, 1991.",
    "",
  ]);
});

test("hindcast explain finds a metric by its title in upper or lower case", async () => {
  expect((await call(["explain", "max drawdown"])).out).toMatch(/^Max drawdown \(max-drawdown\)\n/);
});

test("hindcast explain finds a table of results by its name and describes its columns", async () => {
  expect((await call(["explain", "monthly-returns"])).out).toContain("a table of year, month, return in each row");
});

test("hindcast explain --in describes how another engine computes a metric", async () => {
  const { out } = await call(["explain", "sharpe", "--in", "backtesting.py"]);
  expect(out).toContain("formula     (annual return - risk-free rate) / volatility\n");
  const { code, err } = await call(["explain", "omega", "--in", "backtesting.py"]);
  expect(code).toBe(2);
  expect(err).toMatch(
    /^hindcast: backtesting\.py has no omega; it has alpha, .*\. Omit --in for the formula of Hindcast\n$/,
  );
});

test("hindcast explain --json prints every field of a metric, except the function that computes it", async () => {
  for (const metric of [...Object.values(metrics), ...Object.values(metricTables)]) {
    const { out } = await call(["explain", metric.name, "--json"]);
    // The output is an array if an indicator has the same name as the metric.
    expect([JSON.parse(out)].flat()).toContainEqual(JSON.parse(JSON.stringify(metric)));
  }
});

test.each([
  ["sharp", "(did you mean sharpe, deflated-sharpe or probabilistic-sharpe?)"],
  ["calmer", "(did you mean calmar or hammer?)"],
  ["Win_Rat", "(did you mean win-rate?)"],
  ["rsii", "(did you mean rsi?)"],
  ["fillAtt", "(did you mean fillAt?)"],
  ["DATE_INVALIDE", "(did you mean DATE_INVALID or STATE_INVALID?)"],
  ["insufficient_fund", "(did you mean INSUFFICIENT_FUNDS, insufficient_funds or INSUFFICIENT_SCOPE?)"],
  ["zzzzzz", "; hindcast list metrics and hindcast list indicators show all names"],
])("hindcast explain refuses the unknown name %s", async (name, rest) => {
  const space = rest.startsWith(";") ? "" : " ";
  expect(await call(["explain", name])).toMatchObject({
    code: 2,
    out: "",
    err: `hindcast: unknown name "${name}"${space}${rest}\n`,
  });
});

test("names similar to a misspelled name are found by spelling or by a part of the name", () => {
  expect(nearestNames("cagr", ["cagr", "calmar"])).toEqual(["cagr"]);
  expect(nearestNames("draw", ["max-drawdown", "drawdown", "cagr"])).toEqual(["drawdown", "max-drawdown"]);
});

test("hindcast explain --in without a name lists every metric that the named engine computes differently", async () => {
  const { code, out } = await call(["explain", "--in", "lean"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^metric +as lean computes it\n/);
  expect(out).toMatch(/^volatility +sqrt\(variance\(r\) \* days per year\)$/m);
});

describe("hindcast explain --order", () => {
  const PRICES = `date,open,high,low,close,volume
2024-01-02,100,100,100,100,1000
2024-01-03,102,110,95,105,2000
2024-01-04,108,115,101,112,1000
`;
  /** Saves the result of a run and returns a function that calls `explain` in its folder. */
  async function savedRun(): Promise<(...args: string[]) => ReturnType<typeof call>> {
    const folder = temporaryFolder({ "prices.csv": PRICES, "late.csv": PRICES.replace(/2024-01-02.*\n/, "") });
    const buys = defineStrategy({
      name: "buys",
      onBar({ bar, orders }) {
        if (bar.index === 0) orders.buy({ quantity: 10, takeProfit: 109, stopLoss: { trail: 50 } });
      },
    });
    const data = await readBars(join(folder, "prices.csv"), { symbol: "X" });
    const settings = { commission: { model: "percent", rate: 0.001 }, slippage: { model: "bps", bps: 100 } };
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out", "result.json"), JSON.stringify(resultJson(backtest(buys, data, settings))));
    return (...args) =>
      call(["explain", ...args.map((arg) => (/^(?:out|prices|late)/.test(arg) ? join(folder, arg) : arg))]);
  }

  test("explains an order of a saved run step by step, each fill with its bar, rule, price and cash", async () => {
    const explain = await savedRun();
    const { out, err } = await explain("--order", "1", "--run", "out", "--data", "prices.csv");
    expect(err).toBe("");
    // Ten units at 102 plus 1% slippage: 1,030.20, plus 0.1% commission.
    expect(out.split("\n")).toEqual([
      "order 1: buy 10 X market, day",
      "filled",
      "",
      "2024-01-03 00:00 UTC  accepted",
      "2024-01-03 00:00 UTC  new",
      "2024-01-03 00:00 UTC  fill",
      "",
      "filled      10 at 103.02, 2024-01-03 00:00 UTC",
      "where       at the open of the bar of 2024-01-03",
      "rule        A market order fills at the first price after it became eligible: the next open, or the close of a bar that was forming.",
      "bar         open 102.00, high 110.00, low 95.00, close 105.00",
      "price       102.00 before slippage of 1.02",
      "commission  1.03",
      "cash        100,000.00 before, 98,968.77 after",
      "",
    ]);
    const profit = await explain("--order", "2", "--run", "out/result.json", "--data", "prices.csv");
    expect(profit.out).toContain("order 2: sell 10 X limit 109.00, gtc\nexit of order 1\nfilled\n");
    expect(profit.out).toContain("where       inside the bar of 2024-01-03\n");
    const loss = await explain("--order", "3", "--run", "out", "--data", "prices.csv");
    expect(loss.out).toContain("order 3: sell 10 X trailing stop 52.00, gtc\nexit of order 1\ncanceled: other_leg\n");
    const { out: json } = await explain("--order", "1", "--run", "out", "--data", "prices.csv", "--json");
    expect(JSON.parse(json).fills[0]).toMatchObject({ at: "open", basePrice: 102, cashBefore: 100_000 });
  });

  test("refuses a result whose fills were saved without the data that explain them", async () => {
    const folder = temporaryFolder({ "prices.csv": PRICES });
    const result = resultJson(
      backtest(
        defineStrategy({
          name: "buys",
          onBar: ({ bar, orders }) => void (bar.index === 0 && orders.buy({ quantity: 1 })),
        }),
        await readBars(join(folder, "prices.csv"), { symbol: "X" }),
      ),
    );
    const fills = (result.fills as object[]).map((fill) => ({
      ...fill,
      bar: undefined,
      at: undefined,
      note: undefined,
    }));
    writeFileSync(join(folder, "result.json"), JSON.stringify({ ...result, fills }));
    const [run, data] = ["result.json", "prices.csv"].map((name) => join(folder, name)) as [string, string];
    const { code, err } = await call(["explain", "--order", "1", "--run", run, "--data", data]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        "order 1 has no explanation: its result was saved by an earlier version of Hindcast. Run the backtest again",
      ),
    ]);
  });

  test("refuses a missing run, missing data, data of another run, and an unknown order number", async () => {
    const explain = await savedRun();
    const run = ["--run", "out", "--data"];
    expect((await explain("--order", "1", "--run", "out")).err).toContain("needs the run with --run and its data");
    expect((await explain("--order", "9", ...run, "prices.csv")).err).toContain("order id must be from 1 to 3, was 9");
    expect((await explain("--order", "0", ...run, "prices.csv")).err).toContain(
      "--order must be a whole number above 0",
    );
    expect((await explain("--order", "1", ...run, "late.csv")).err).toContain(
      "the data begin at 2024-01-03T00:00:00.000Z, but the run in",
    );
    expect((await explain("--order", "1", "--run", "prices.csv", "--data", "prices.csv")).err).toContain(
      "is not a result.json of hindcast run",
    );
    expect((await explain("--run", "out")).code).toBe(2);
  });
});

test("hindcast explain describes an error by its code", async () => {
  const { code, out, err } = await call(["explain", "ZONE_UNKNOWN"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^ZONE_UNKNOWN\nmeaning +The time zone is not a name .*\nwhat to do +Replace /);
  const json: unknown = JSON.parse((await call(["explain", "ZONE_UNKNOWN", "--json"])).out);
  expect(json).toMatchObject({ code: "ZONE_UNKNOWN", meaning: expect.stringMatching(/^The time zone/) });
  expect((await call(["explain", "order_not_found"])).out).toMatch(/^ORDER_NOT_FOUND, HTTP status 404\n/);
});

test.each(["fillAt", "fill-at", "fill_at"])(
  "hindcast explain describes the setting %s with its values",
  async (name) => {
    const { out } = await call(["explain", name]);
    expect(out).toMatch(/^fillAt \(--fill-at\), a setting\ncontrols +price at which market orders fill\n/);
    expect(out).toMatch(/^default +next-open$/m);
    expect(out).toMatch(/^same-close +A market order fills at the close/m);
  },
);

test("hindcast explain describes an indicator with its inputs, parameters and outputs", async () => {
  const { out } = await call(["explain", "rsi"]);
  expect(out.split("\n").slice(0, 5)).toEqual([
    "Relative strength index (rsi), an indicator",
    "category    momentum",
    "inputs      source",
    "parameters  period: number of price changes in Wilder's average, default 14",
    "outputs     value: RSI from 0 to 100, first at index 14",
  ]);
});

test("hindcast explain describes how an indicator differs from the one in other libraries", async () => {
  const { out } = await call(["explain", "cmo"]);
  expect(out).toContain('differs     TA-Lib uses Wilder\'s averages instead of sums, as with `smoothing: "wilder"`.');
});

test("hindcast explain describes a reason for which orders are rejected", async () => {
  const { out } = await call(["explain", "no_price"]);
  expect(out).toMatch(/^no_price, an order reason\nmeaning +The instrument has no price yet/);
});

test("hindcast explain describes both the metric and the indicator if they share a name", async () => {
  const { out } = await call(["explain", "beta"]);
  expect(out).toMatch(/^Beta \(beta\)\nformula /);
  expect(out).toMatch(/\n\n.* \(beta\), an indicator\n/);
});

test("hindcast explain describes every metric, indicator, setting and error code", async () => {
  for (const { name } of allEntries()) expect(await call(["explain", name])).toMatchObject({ code: 0, err: "" });
});
