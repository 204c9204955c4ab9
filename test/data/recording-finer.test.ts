import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { ROOT } from "../house/source-files.ts";

const sample = () => openRecording(join(ROOT, "data", "sample"));
/** The interval of the finer bars of each symbol, and the year in which they begin. */
async function finer(symbols: readonly string[], interval: "1d" | "1h", asked?: boolean) {
  const recording = await sample();
  const from = Date.UTC(2023, 5, 1);
  const { series } = await recording.marketData({
    symbols,
    interval,
    from,
    ...(asked !== undefined && { finer: asked }),
  });
  return series.map(({ instrument, finer: bars }) => [
    instrument.symbol,
    bars?.interval,
    bars === undefined ? undefined : bars.time[0]! >= from,
  ]);
}

test("the finest bars of each symbol are included on request, for the same time range", async () => {
  // Apple has minutes, bitcoin has hours, and Coca-Cola has only days.
  expect(await finer(["AAPL", "KO"], "1d", true)).toEqual([
    ["AAPL", "1m", true],
    ["KO", undefined, undefined],
  ]);
  expect(await finer(["BTCUSD"], "1d", true)).toEqual([["BTCUSD", "1h", true]]);
});

test("no finer bars are included when there are none, or without a request", async () => {
  expect(await finer(["BTCUSD"], "1h", true)).toEqual([["BTCUSD", undefined, undefined]]);
  expect(await finer(["BTCUSD"], "1d")).toEqual([["BTCUSD", undefined, undefined]]);
});
