import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { callApart } from "./apart.ts";
import { call } from "./call.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Somebody presses Ctrl-C as soon as a run begins. */
const STOPPING = `
  import { defineStrategy, param } from "hindcast";
  export default defineStrategy({
    name: "stopping",
    params: { period: param.integer({ default: 3 }) },
    onStart: () => void process.emit("SIGINT"),
  });
`;
const folder = temporaryFolder({ "stopping.mjs": STOPPING, "prices.csv": samplePrices(300) });
const TRIALS = [join(folder, "stopping.mjs"), "--data", join(folder, "prices.csv"), "--threads", "1"];

test("Ctrl-C without a journal says that nothing was kept, and of the option that keeps trials where there is one", async () => {
  const [sweep, walk] = await callApart([
    ["sweep", ...TRIALS, "--param", "period=1..500"],
    ["walk-forward", ...TRIALS, "--param", "period=1,2", "--train", "100"],
  ]);
  const left = "hindcast: stopped: nothing was kept";
  expect(sweep).toEqual({ code: 130, out: "", err: `${left}; --journal FILE keeps every trial\n` });
  expect(walk).toEqual({ code: 130, out: "", err: `${left}\n` });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s leaves nothing of a recording that is being written", async (signal) => {
  const place = join(folder, signal);
  const prices = `ACME=${join(folder, "prices.csv")}`;
  for (const args of [
    ["synthesize", "--out", join(place, "market"), "--from", "2023-12-01", "--to", "2023-12-29"],
    ["import", "bars", prices, "--into", join(place, "market"), "--asset-class", "crypto"],
  ]) {
    const called = call(args);
    while (!readdirSync(folder).includes(signal) || readdirSync(place).length === 0) await setImmediate();
    process.emit(signal);
    expect(await called).toEqual({ code: 130, out: "", err: "hindcast: stopped: nothing was written\n" });
    expect(readdirSync(place)).toEqual([]);
  }
});
