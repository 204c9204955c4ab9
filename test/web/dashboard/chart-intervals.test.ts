import { expect, test } from "vitest";
import { type Instrument, intervalMs, intervalsOf, periodOf } from "../../../src/web/dashboard/data/instrument.ts";

const shown = (...intervals: Instrument["intervals"]) => intervalsOf({ intervals } as Instrument).join(" ");

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
  expect(intervalMs("90m")).toBe(5_400_000);
});
