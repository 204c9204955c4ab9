import { TickMarkType, type Time } from "lightweight-charts";
import { expect, test } from "vitest";
import { axisTimes } from "../../../src/web/dashboard/chart/dashboard-chart-options.ts";

/** The times shown on an axis of 300 pixels, on which a time equals its pixel. Each character is 7 pixels wide. */
const format = (text: string) => {
  const formatter = axisTimes({
    at: (time) => (Number(time) < 0 ? null : Number(time)),
    width: () => 300,
    format: () => text,
  });
  return (x: number) => formatter(x as Time, TickMarkType.DayOfMonth, "en");
};

test("a time on the chart's time axis is hidden if the edge of the axis would cut it off", () => {
  // A text of two characters takes 14 pixels, seven on each side of its center.
  const day = format("16");
  expect([0, 6.9, 7, 150, 293, 293.1, 300].map(day)).toEqual(["", "", "16", "16", "16", "", ""]);
  // A text of five characters takes 35 pixels.
  const minute = format("11:30");
  expect([17, 17.5, 282.5, 283].map(minute)).toEqual(["", "11:30", "11:30", ""]);
});

test("every time on the chart's time axis is shown while the axis has no scale", () => {
  expect(format("Aug")(-1)).toBe("Aug");
});
