import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BarsBuilder } from "../../src/market/bars-builder.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";
import { property } from "../support/property.ts";

property([arbitraryBars, fc.integer({ min: 0, max: 40 })])(
  "a BarsBuilder returns exactly the values that were appended to it",
  (bars, capacity) => {
    const builder = new BarsBuilder("1d", capacity);
    for (let i = 0; i < bars.length; i++) {
      builder.append(
        bars.time[i]!,
        bars.open[i]!,
        bars.high[i]!,
        bars.low[i]!,
        bars.close[i]!,
        bars.volume[i]!,
        bars.adjClose?.[i],
      );
    }
    expect(builder.length).toBe(bars.length);
    expect(builder.build()).toEqual(bars);
  },
);

property([arbitraryBars, fc.nat(40), fc.nat(40)])(
  "a slice of bars shares the memory of the bars and copies nothing",
  (bars, a, b) => {
    const start = Math.min(a, b);
    const end = Math.max(a, b);
    const slice = bars.slice(start, end);
    expect(slice.interval).toBe(bars.interval);
    expect(slice.length).toBe(bars.time.slice(start, end).length);
    for (const name of ["time", "open", "high", "low", "close", "volume"] as const) {
      expect(slice[name]).toEqual(bars[name].slice(start, end));
      expect(slice[name].buffer).toBe(bars[name].buffer);
    }
    expect(slice.adjClose?.buffer).toBe(bars.adjClose?.buffer);
  },
);

test("bars returned by a BarsBuilder do not change when more bars are appended to the builder", () => {
  const builder = new BarsBuilder("1d", 0).append(1, 1, 1, 1, 1, 1);
  const bars = builder.build();
  builder.append(2, 2, 2, 2, 2, 2);
  expect(Array.from(bars.close)).toEqual([1]);
  expect(Array.from(builder.build().close)).toEqual([1, 2]);
});

test("a BarsBuilder throws if two appended bars have one time", () => {
  const builder = new BarsBuilder("1d").append(1, 1, 1, 1, 1, 1).append(1, 1, 1, 1, 1, 1);
  expect(() => builder.build()).toThrow(
    expect.objectContaining({
      code: "BARS_INVALID",
      message: "bar 1: time must differ from that of the previous bar, was 1970-01-01T00:00:00.001Z again",
    }),
  );
});

test("a BarsBuilder throws if only some bars have an adjusted close", () => {
  expect(() => new BarsBuilder("1d").append(1, 1, 1, 1, 1, 1).append(2, 1, 1, 1, 1, 1, 1)).toThrow(
    expect.objectContaining({
      code: "BARS_INVALID",
      message: "adjClose must be set for every bar or for none; bar 1 has 1",
      details: { row: 1, adjClose: 1 },
    }),
  );
  expect(() => new BarsBuilder("1d").append(1, 1, 1, 1, 1, 1, 1).append(2, 1, 1, 1, 1, 1)).toThrow("bar 1 has none");
});
