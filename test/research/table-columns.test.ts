import { defineStrategy, param } from "hindcast";
import { sweep, trialColumns } from "hindcast/research";
import { expect, test } from "vitest";
import { walkMarket } from "./walk.ts";

const data = walkMarket(400);

test("parameter values with commas or quotes are quoted in the CSV of a sweep", async () => {
  const words = defineStrategy({
    name: "words",
    params: { of: param.choice(["open,close", 'the "last"', "close"], { default: "close" }) },
    onBar() {},
  });
  const result = await sweep(words, data, {
    params: { of: ["open,close", 'the "last"'] },
    metrics: ["trades"],
    objective: "total-return",
  });
  expect([...result.csv()]).toEqual([
    "rank,trial,of,trades,total-return\n",
    '1,0,"open,close",0,0\n',
    '2,1,"the ""last""",0,0\n',
  ]);
});

test("a parameter has its own column in a table of trials even if it is named like a metric or rank", async () => {
  const named = defineStrategy({
    name: "named",
    params: { exposure: param.integer({ default: 1, min: 1 }), rank: param.integer({ default: 1 }) },
    state: () => ({ bar: 0 }),
    onBar({ state, params: { exposure }, orders }) {
      if (++state.bar === exposure) orders.buy({ percent: 0.5 });
    },
  });
  const objective = { metric: "exposure", direction: "highest" } as const;
  const params = { exposure: [300, 1, 200], rank: [7] };
  const result = await sweep(named, data, { params, metrics: ["trades"], objective });
  expect(result.top(3).map((trial) => trial.params["exposure"])).toEqual([1, 200, 300]);
  // The exposure is the share of the 400 bars after the bar with the order.
  expect([...result.column("exposure")]).toEqual([399 / 400, 200 / 400, 100 / 400]);
  expect([...result.column("params.exposure")]).toEqual([1, 200, 300]);
  expect([...result.csv()][0]).toBe("rank,trial,params.exposure,params.rank,trades,exposure\n");
  const columns = trialColumns(result);
  expect([...columns.keys()]).toEqual(["rank", "trial", "params.exposure", "params.rank", "trades", "exposure"]);
  expect([...columns.get("params.exposure")!]).toEqual([1, 200, 300]);
  expect([...columns.get("rank")!]).toEqual([1, 2, 3]);
});
