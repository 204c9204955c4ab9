import { join } from "node:path";
import { createClient } from "hindcast/client";
import { expect, test } from "vitest";
import { callInChild, hindcast } from "../cli/child-process.ts";
import { serving } from "../cli/served-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const STRATEGY = `import { defineStrategy, param, ta } from "hindcast";
export default defineStrategy({
  name: "moody",
  params: { least: param.number({ default: 0, min: -2, max: 2 }) },
  indicators: ({ column, bars }) => ({
    smooth: ta.sma(column("mood"), 2),
    fear: bars({ symbol: "FEAR" }).column("pulse"),
  }),
  onBar({ ind, column, params, position, orders }) {
    const mood = column("mood").value;
    if (position.flat && (ind.smooth.value > params.least || ind.fear.value > 0.5)) orders.buy({ percent: 0.5 });
    else if (mood < -params.least || column("extra").value < 0) orders.close();
  },
});
`;

/** Synthetic daily bars around a level, with a column of which every fourth value is missing. */
function file(level: number, column: string, more = ""): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const close = level + 5 * Math.sin(i / 3);
    const value = i % 4 === 3 ? "" : Math.sin(i * 1.7).toFixed(3);
    const extra = more === "" ? "" : `,${Math.cos(i).toFixed(2)}`;
    const date = new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
    return `${date},${close},${close + 1},${close - 1},${close},100,${value}${extra}`;
  });
  return `date,open,high,low,close,volume,${column}${more}\n${rows.join("\n")}\n`;
}

const folder = temporaryFolder({
  "moody.ts": STRATEGY,
  "a.csv": file(100, "mood", ",extra"),
  "fear.csv": file(0, "pulse"),
});
const at = (name: string) => join(folder, name);
const data = ["--data", `A=${at("a.csv")}`, "--data", `FEAR=${at("fear.csv")}`, "--data-only", "FEAR"];
const quiet = ["--no-report", "--json"];

test("trials of a sweep in threads read own columns, of data that are not traded too, as single runs do", async () => {
  const levels = [0, 0.3, 0.6, 0.9];
  const sweep = ["sweep", at("moody.ts"), ...data, "--param", `least=${levels.join()}`, "--threads", "2", ...quiet];
  const run = (least: number) => ["run", at("moody.ts"), ...data, "--param", `least=${least}`, ...quiet];
  const [table, ...single] = await callInChild([sweep, ...levels.map(run)]);
  expect(table!.code, table!.err).toBe(0);
  const { trials } = JSON.parse(table!.out) as {
    trials: { params: { least: number }; metrics: Record<string, number> }[];
  };
  const returns = single.map(({ out }) => JSON.parse(out).summary["total-return"] as number);
  expect(new Set(returns).size).toBeGreaterThan(2);
  const sorted = trials.toSorted((a, b) => a.params.least - b.params.least);
  expect(sorted.map(({ metrics }) => metrics["total-return"])).toEqual(returns);
});

test("a server runs backtests over own columns, shows them in the report, and trades no data", async () => {
  const into = at("recorded");
  const imported = (symbol: string, name: string, ...more: readonly string[]) => [
    "import",
    "bars",
    `${symbol}=${at(name)}`,
    "--into",
    into,
    "--calendar",
    "24/7",
    "--quiet",
    ...more,
  ];
  const imports = await callInChild([imported("A", "a.csv"), imported("FEAR", "fear.csv", "--role", "data")]);
  expect(imports.map(({ code, err }) => [code, err])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  const [batch] = await callInChild([["run", at("moody.ts"), "--data", into, ...quiet]]);
  const { fillHash, fills } = JSON.parse(batch!.out);
  expect(fills.length).toBeGreaterThan(5);
  const state = ["--state", at("state.db")];
  const scopes = "market_data:read,stream:read,trading:read,trading:write,backtest,replay:control";
  const created = await hindcast(["keys", "create", ...state, "--tier", "enterprise", "--scope", scopes]);
  const { child, address, ended } = await serving(
    "--data",
    into,
    "--strategies",
    folder,
    ...state,
    "--at",
    "2024-03-10",
  );
  const apiKey = /hc_\w+/.exec(created.out)![0];
  const client = createClient({ baseUrl: address, apiKey });
  try {
    const { symbols } = await client.symbols();
    expect(symbols.map(({ symbol, role }) => [symbol, role])).toEqual([
      ["A", "trade"],
      ["FEAR", "data"],
    ]);
    await expect(client.placeOrder({ symbol: "FEAR", side: "buy", type: "market", quantity: 1 })).rejects.toMatchObject(
      {
        code: "INVALID_PARAMETERS",
        details: { errors: [{ reason: 'must be tradable: FEAR has the role "data" and can only be read' }] },
      },
    );
    const { id } = await client.startBacktest({
      strategy: "moody",
      symbols: ["A", "FEAR"],
      from: "2024-01-01",
      to: "2024-03-09",
    });
    const done = await client.waitForBacktest(id);
    expect(done.status).toBe("completed");
    expect((await client.backtestResult(id)).fill_hash).toBe(fillHash);
    const html = await client.backtestReport(id);
    // Columns of the graph and the column that only hooks read.
    for (const name of ["column:mood", "column:extra", "column:pulse"]) expect(html).toContain(name);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}, 60_000);
