import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { withoutReadings } from "./answer.ts";
import { call } from "./call.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder({ "prices.csv": samplePrices(300) });

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s during synthesize or import removes the unfinished recording",
  async (signal) => {
    const place = join(folder, signal);
    const prices = `ACME=${join(folder, "prices.csv")}`;
    for (const args of [
      ["synthesize", "--out", join(place, "market"), "--from", "2023-12-01", "--to", "2023-12-29"],
      ["import", "bars", prices, "--into", join(place, "market"), "--asset-class", "crypto"],
    ]) {
      const called = call(args);
      while (!readdirSync(folder).includes(signal) || readdirSync(place).length === 0) await setImmediate();
      process.emit(signal);
      expect(withoutReadings(await called)).toEqual({
        code: 130,
        out: "",
        err: "hindcast: stopped: nothing was written\n",
      });
      expect(readdirSync(place)).toEqual([]);
    }
  },
);
