import { TickMarkType, type Time } from "lightweight-charts";
import { expect, test } from "vitest";
import { axisTimes } from "../../../src/web/dashboard/chart/desk-chart-options.ts";

/** An axis of 300 pixels on which a time is where its number says, 7 pixels a character. */
const write = (text: string) => {
  const formatter = axisTimes({
    at: (time) => (Number(time) < 0 ? null : Number(time)),
    width: () => 300,
    write: () => text,
  });
  return (x: number) => formatter(x as Time, TickMarkType.DayOfMonth, "en");
};

test("a time that an end of the axis would cut is left out", () => {
  // Two characters take 14 pixels, seven on each side of their middle.
  const day = write("16");
  expect([0, 6.9, 7, 150, 293, 293.1, 300].map(day)).toEqual(["", "", "16", "16", "16", "", ""]);
  // Five take 35.
  const minute = write("11:30");
  expect([17, 17.5, 282.5, 283].map(minute)).toEqual(["", "11:30", "11:30", ""]);
});

test("before there is a scale every time is written", () => {
  expect(write("Aug")(-1)).toBe("Aug");
});
