import { join } from "node:path";
import { backtest } from "hindcast";
import { readBars } from "hindcast/data";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";

// First computed on Node 20.20 and 24.21 on Linux x64, with equal results. A result must not depend on Node's version,
// the system or the date.
test("a run has the same fingerprint and fill hash on every machine", async () => {
  const data = await readBars(join(ROOT, "data", "sp500-2000.csv"), { symbol: "SPX" });
  const settings = { commission: { model: "percent", rate: 0.001 } };
  // A given source hash replaces the text of the functions, which a compiler may change.
  const sourceHash = "as on the day of the first run";
  const result = backtest(smaCross, data, { ...settings, sourceHash });
  expect(result.fills.length).toBe(175);
  expect(result.fingerprint).toBe("5d86cbf1767b1b510514ab0a492d64be821ce13571dc03a545f33f9f8876b0fb");
  expect(result.fillHash).toBe("0f598327b1f19ba59bf079fadb07c3c3fee063a4c96fbd090a26c6ce340f6d30");
});
