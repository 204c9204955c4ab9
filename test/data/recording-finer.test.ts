import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { ROOT } from "../house/source-files.ts";

const sample = () => openRecording(join(ROOT, "data", "sample"));
/** For each symbol that has finer bars: their interval and the year in which they begin. */
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

test("marketData includes each symbol's finest bars for the requested range if the option finer is set", async () => {
  // The recording has minutes of Apple, hours of bitcoin, and only days of Coca-Cola.
  expect(await finer(["AAPL", "KO"], "1d", true)).toEqual([
    ["AAPL", "1m", true],
    ["KO", undefined, undefined],
  ]);
  expect(await finer(["BTCUSD"], "1d", true)).toEqual([["BTCUSD", "1h", true]]);
});

test("marketData includes no finer bars if none are recorded or the option finer is not set", async () => {
  expect(await finer(["BTCUSD"], "1h", true)).toEqual([["BTCUSD", undefined, undefined]]);
  expect(await finer(["BTCUSD"], "1d")).toEqual([["BTCUSD", undefined, undefined]]);
});
