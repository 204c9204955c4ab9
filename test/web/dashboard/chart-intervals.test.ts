import { expect, test } from "vitest";
import { type Instrument, intervalMs, intervalsOf, periodOf } from "../../../src/web/dashboard/data/instrument.ts";

const shown = (...intervals: Instrument["intervals"]) => intervalsOf({ intervals } as Instrument, false).join(" ");
const extended = (...intervals: Instrument["intervals"]) => intervalsOf({ intervals } as Instrument, true).join(" ");

test("the chart offers its usual intervals to which the recorded bars can be joined, and recorded ones of price history", () => {
  expect(shown("1m")).toBe("1m 5m 15m 1h 1d 1wk 1mo");
  expect(shown("15s")).toBe("1m 5m 15m 1h 1d 1wk 1mo");
  expect(shown("3m")).toBe("15m 1h 1d 1wk 1mo");
  expect(shown("10m")).toBe("1h 1d 1wk 1mo");
  expect(shown("7m")).toBe("1d 1wk 1mo");
  expect(shown("2h")).toBe("1d 1wk 1mo");
  expect(shown("30m")).toBe("30m 1h 1d 1wk 1mo");
  expect(shown("60m")).toBe("1h 1d 1wk 1mo");
  expect(shown("1d")).toBe("1d 1wk 1mo");
  expect(shown("1d", "1h")).toBe("1h 1d 1wk 1mo");
  expect(shown("3mo")).toBe("3mo");
  expect(shown()).toBe("1d");
});

test("the chart also offers other recorded intervals if the server answers them, except bars of one second", () => {
  expect(extended("3m")).toBe("3m 15m 1h 1d 1wk 1mo");
  expect(extended("15s", "1d")).toBe("15s 1m 5m 15m 1h 1d 1wk 1mo");
  expect(extended("4h")).toBe("4h 1d 1wk 1mo");
  expect(extended("60m")).toBe("1h 1d 1wk 1mo");
  expect(extended("1s")).toBe("1m 5m 15m 1h 1d 1wk 1mo");
});

test("each interval of the chart has a length and a period that shows many bars", () => {
  expect((["1m", "5m", "15m", "1h", "1d", "1wk", "1mo"] as const).map(periodOf)).toEqual([
    "5d",
    "1mo",
    "1mo",
    "6mo",
    "2y",
    "5y",
    "max",
  ]);
  expect((["15s", "3m", "2h"] as const).map(periodOf)).toEqual(["1d", "5d", "6mo"]);
  expect([intervalMs("90m"), intervalMs("15s")]).toEqual([5_400_000, 15_000]);
});
