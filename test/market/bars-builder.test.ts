import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BarsBuilder } from "../../src/market/bars-builder.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";
import { property } from "../support/property.ts";

property([arbitraryBars, fc.integer({ min: 0, max: 40 })])(
  "a bars builder returns bars equal to its columns, bit for bit",
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

property([arbitraryBars, fc.nat(40), fc.nat(40)])("a slice of bars is a view of the same memory", (bars, a, b) => {
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
});

test("built bars do not change when the builder appends more", () => {
  const builder = new BarsBuilder("1d", 0).append(1, 1, 1, 1, 1, 1);
  const bars = builder.build();
  builder.append(2, 2, 2, 2, 2, 2);
  expect(Array.from(bars.close)).toEqual([1]);
  expect(Array.from(builder.build().close)).toEqual([1, 2]);
});

test("a bars builder throws for invalid bars", () => {
  const builder = new BarsBuilder("1d").append(1, 1, 1, 1, 1, 1).append(1, 1, 1, 1, 1, 1);
  expect(() => builder.build()).toThrow(
    expect.objectContaining({
      code: "BARS_INVALID",
      message: "bar 1: time must differ from that of the previous bar, was 1970-01-01T00:00:00.001Z again",
    }),
  );
});

test("a bars builder needs an adjusted close for every bar or for none", () => {
  expect(() => new BarsBuilder("1d").append(1, 1, 1, 1, 1, 1).append(2, 1, 1, 1, 1, 1, 1)).toThrow(
    expect.objectContaining({
      code: "BARS_INVALID",
      message: "adjClose must be set for every bar or for none; bar 1 has 1",
      details: { row: 1, adjClose: 1 },
    }),
  );
  expect(() => new BarsBuilder("1d").append(1, 1, 1, 1, 1, 1, 1).append(2, 1, 1, 1, 1, 1)).toThrow("bar 1 has none");
});
