import { expect, test } from "vitest";
import { align } from "../../src/market/align.ts";
import { handCalendar, newYork } from "../support/hand-calendar.ts";
import { barsAt, clockIn, dailyBars, instantIn } from "../support/timed-bars.ts";

const NY = "America/New_York";

test("aligning series of two exchanges gives a row for each time at which a bar of either exchange closes", () => {
  const london = handCalendar({ zone: "Europe/London", open: 8, close: 16.5 });
  const spy = { bars: dailyBars(NY, ["2020-02-14", "2020-02-18"]), calendar: newYork };
  const vod = { bars: dailyBars("Europe/London", ["2020-02-14", "2020-02-17"]), calendar: london };
  const { time, index, stale } = align([spy, vod]);
  expect(Array.from(time, (at) => clockIn("UTC", at).slice(5))).toEqual([
    "02-14 16:30",
    "02-14 21:00",
    "02-17 16:30",
    "02-18 21:00",
  ]);
  expect(index.map((column) => [...column])).toEqual([
    [-1, 0, 0, 1],
    [0, 0, 1, 1],
  ]);
  expect(stale.map((column) => [...column])).toEqual([
    [1, 0, 1, 0],
    [0, 1, 0, 1],
  ]);
});

test("aligned bars of two intervals share a row if they close at one time, and missing bars are not filled in", () => {
  const minutes = ["09:30", "09:31", "09:34"].map((at) => instantIn(NY, `2020-02-14 ${at}`));
  const { time, index, stale } = align([
    { bars: barsAt("1m", minutes), calendar: newYork },
    { bars: barsAt("5m", minutes.slice(0, 1)), calendar: newYork },
  ]);
  expect(Array.from(time, (at) => clockIn(NY, at).slice(11))).toEqual(["09:31", "09:32", "09:35"]);
  expect(index.map((column) => [...column])).toEqual([
    [0, 1, 2],
    [-1, -1, 0],
  ]);
  expect([...stale[0]!]).toEqual([0, 0, 0]);
});

test("aligned bars without a calendar close at the end of their interval, and an empty list of series gives no rows", () => {
  const { time, index } = align([{ bars: barsAt("1d", [0, 86_400_000 * 2]) }]);
  expect([...time]).toEqual([86_400_000, 86_400_000 * 3]);
  expect([...index[0]!]).toEqual([0, 1]);
  expect(align([]).time.length).toBe(0);
  expect(align([{ bars: barsAt("1d", []) }]).index[0]!.length).toBe(0);
});
