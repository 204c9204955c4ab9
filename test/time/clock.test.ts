import { expect, test } from "vitest";
import { SimulatedClock } from "../../src/time/clock.ts";

const START = Date.UTC(2020, 1, 28, 14, 30);

test("a simulated clock returns the same time until set() or advance() moves it", () => {
  const clock = new SimulatedClock(START);
  expect([clock.now(), clock.now()]).toEqual([START, START]);
  clock.advance(60_000);
  expect(clock.now()).toBe(START + 60_000);
  clock.set(START + 90_000);
  clock.set(START + 90_000);
  clock.advance(0);
  expect(clock.now()).toBe(START + 90_000);
});

test("a simulated clock throws if it is set to a time before its current time", () => {
  const clock = new SimulatedClock(START);
  const message =
    "time of a clock must be at or after 2020-02-28T14:30:00.000Z, its current time, was 2020-02-28T14:29:59.999Z";
  expect(() => clock.set(START - 1)).toThrow(expect.objectContaining({ code: "DATE_INVALID", message }));
  expect(() => clock.advance(-1)).toThrow(message);
  expect(clock.now()).toBe(START);
});

test("a simulated clock throws for an invalid instant", () => {
  expect(() => new SimulatedClock(NaN)).toThrow(expect.objectContaining({ code: "DATE_INVALID" }));
  const clock = new SimulatedClock(START);
  expect(() => clock.set(Infinity)).toThrow("instant must be within the range of dates, was Infinity");
  expect(() => clock.advance(NaN)).toThrow("instant must be within the range of dates, was NaN");
  expect(clock.now()).toBe(START);
});
