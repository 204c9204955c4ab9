import { TickMarkType, type Time } from "lightweight-charts";
import { expect, test } from "vitest";
import { axisTimes } from "../../../src/web/dashboard/chart/dashboard-chart-options.ts";

/** An axis of 300 pixels where a time equals its pixel. Each character is 7 pixels wide. */
const format = (text: string) => {
  const formatter = axisTimes({
    at: (time) => (Number(time) < 0 ? null : Number(time)),
    width: () => 300,
    format: () => text,
  });
  return (x: number) => formatter(x as Time, TickMarkType.DayOfMonth, "en");
};

test("a time that would be cut off at the edge of the axis is hidden", () => {
  // Two characters take 14 pixels, seven on each side of the center.
  const day = format("16");
  expect([0, 6.9, 7, 150, 293, 293.1, 300].map(day)).toEqual(["", "", "16", "16", "16", "", ""]);
  // Five characters take 35 pixels.
  const minute = format("11:30");
  expect([17, 17.5, 282.5, 283].map(minute)).toEqual(["", "11:30", "11:30", ""]);
});

test("every time is shown while the axis has no scale", () => {
  expect(format("Aug")(-1)).toBe("Aug");
});
