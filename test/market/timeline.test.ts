import * as fc from "fast-check";
import type { Bars, Interval } from "hindcast";
import { describe, expect, test } from "vitest";
import { scheduleOf } from "../../src/market/schedule.ts";
import { BLOCK, Timeline } from "../../src/market/timeline.ts";
import { barsOfRows } from "../support/arbitrary-market.ts";
import { barsFrom, FIRST_DAY, when } from "../support/market.ts";
import { property } from "../support/property.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function timelineOf(...all: Bars[]): Timeline {
  return new Timeline(all.map((bars) => ({ schedule: scheduleOf(bars), start: 0, end: bars.length })));
}

/** Each time of the timeline as text: the series, by index, whose bars or sessions close or open then. */
function moments(timeline: Timeline): string[] {
  const lines: string[] = [];
  for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
    for (let i = 0; i < block.length; i++) {
      const { closing, sessionsClosing, sessionsOpening, opening } = timeline.shapes[block.shape[i]!]!;
      const part = (name: string, places: Int32Array) => (places.length === 0 ? [] : [`${name} ${places.join("")}`]);
      lines.push(
        [
          when(block.time[i]!),
          ...part("close", closing),
          ...part("ends", sessionsClosing),
          ...part("begins", sessionsOpening),
          ...part("open", opening),
        ].join(", "),
      );
    }
  }
  return lines;
}

const line = "1 1 1 1";
const bars = (text: string, interval: Interval = "1d", start = FIRST_DAY) =>
  barsFrom(text.replaceAll("x", line).replaceAll(" | ", "\n"), interval, start);

describe("the timeline of several series", () => {
  test("lists each time at which daily bars or sessions open or close once, and a daily bar is its own session", () => {
    expect(moments(timelineOf(bars("x | x | - | x"), bars("- | x | x | x")))).toEqual([
      "1 00:00, begins 0, open 0",
      "2 00:00, close 0, ends 0, begins 01, open 01",
      "3 00:00, close 01, ends 01, begins 1, open 1",
      "4 00:00, close 1, ends 1, begins 01, open 01",
      "5 00:00, close 01, ends 01",
    ]);
  });

  test("opens a session at the first intraday bar of a UTC day and closes the session at midnight", () => {
    const a = bars("x | x | - | - | x", "1h", FIRST_DAY + 21 * HOUR);
    const b = bars("x", "1h", FIRST_DAY + 21.5 * HOUR);
    expect(moments(timelineOf(a, b))).toEqual([
      "1 21:00, begins 0, open 0",
      "1 21:30, begins 1, open 1",
      "1 22:00, close 0, open 0",
      "1 22:30, close 1",
      "1 23:00, close 0",
      "2 00:00, ends 01",
      "2 01:00, begins 0, open 0",
      "2 02:00, close 0",
      "3 00:00, ends 0",
    ]);
  });

  test("of a part of a series lists only the bars of that part and the sessions of those bars", () => {
    const all = bars("x | x | x | x", "1h", FIRST_DAY + 22 * HOUR);
    const timeline = new Timeline([{ schedule: scheduleOf(all), start: 1, end: 3 }]);
    expect(moments(timeline)).toEqual([
      "1 22:00, begins 0",
      "1 23:00, open 0",
      "2 00:00, close 0, ends 0, begins 0, open 0",
      "2 01:00, close 0",
      "3 00:00, ends 0",
    ]);
  });

  test("is empty if the series have no bars", () => {
    expect(timelineOf(barsOfRows("1d", []), barsOfRows("1h", [])).block(0)).toBeUndefined();
  });

  test("stores times with the same kinds of events as one shared shape", () => {
    const timeline = timelineOf(bars(Array(50).fill("x").join(" | ")), bars(Array(50).fill("x").join(" | ")));
    expect(moments(timeline)).toHaveLength(51);
    expect(timeline.shapes).toHaveLength(3); // the first open, each close with the next open, the last close
  });

  test("comes in blocks of a fixed length, which are cached", () => {
    const timeline = timelineOf(
      bars(
        Array(2 * BLOCK)
          .fill("x")
          .join(" | "),
        "1d",
      ),
    );
    const blocks = [0, 1, 2, 3].map((number) => timeline.block(number));
    expect(blocks.map((block) => block?.length)).toEqual([BLOCK, BLOCK, 1, undefined]);
    expect(timeline.block(1)).toBe(blocks[1]);
    const seen: [number, number][] = [];
    timeline.forEachBlock(BLOCK + 5, (block, start) => void seen.push([block.length, start]));
    expect(seen).toEqual([
      [BLOCK, 5],
      [1, 0],
    ]);
  });
});

describe("a schedule without a calendar", () => {
  test("closes a bar no later than the start of the next bar", () => {
    // Weekly bars that start on 1, 8 and 10 January: the second closes when the third starts.
    const weeks = barsOfRows("1wk", [
      [FIRST_DAY, 1, 1, 1, 1, 1],
      [FIRST_DAY + 7 * DAY, 1, 1, 1, 1, 1],
      [FIRST_DAY + 9 * DAY, 1, 1, 1, 1, 1],
    ]);
    expect(Array.from(scheduleOf(weeks).closeTime, when)).toEqual(["8 00:00", "10 00:00", "17 00:00"]);
  });

  test("closes a monthly bar at the end of its calendar month", () => {
    const months = barsOfRows("1mo", [[Date.UTC(2024, 1, 1), 1, 1, 1, 1, 1]]);
    expect(scheduleOf(months).closeTime[0]).toBe(Date.UTC(2024, 2, 1));
  });

  test("is cached, so that the same bars return the same object", () => {
    const some = bars("x | x");
    expect(scheduleOf(some)).toBe(scheduleOf(some));
  });
});

const start = fc.integer({ min: 0, max: 60 });
const series = fc.record({
  interval: fc.constantFrom<Interval>("1d", "1h", "30m"),
  late: fc.nat(3),
  places: fc.uniqueArray(start, { maxLength: 20 }),
});

property([fc.array(series, { minLength: 1, maxLength: 12 })], { numRuns: 300 })(
  "the timeline of random series lists every open and close of bars and sessions once, in order of time",
  (all) => {
    const given = all.map(({ interval, late, places }) => {
      const length = interval === "1d" ? DAY : interval === "1h" ? HOUR : HOUR / 2;
      const rows = places.toSorted((a, b) => a - b).map((place) => [FIRST_DAY + place * length + late * 900_000]);
      return barsOfRows(interval, rows);
    });
    const timeline = timelineOf(...given);
    const seen = given.map(
      () => ({ closing: [], sessionsClosing: [], sessionsOpening: [], opening: [] }) as Record<string, number[]>,
    );
    let last = -Infinity;
    for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
      for (let i = 0; i < block.length; i++) {
        const time = block.time[i]!;
        expect(time).toBeGreaterThan(last);
        last = time;
        const shape = timeline.shapes[block.shape[i]!]!;
        expect(Object.values(shape).some((places: Int32Array) => places.length > 0)).toBe(true);
        for (const [event, places] of Object.entries(shape) as [string, Int32Array][]) {
          expect(Array.from(places)).toEqual(Array.from(places).toSorted((x, y) => x - y));
          for (const place of places) seen[place]![event]!.push(time);
        }
      }
    }
    expect(seen).toEqual(
      given.map((one) => {
        const { openTime, closeTime, sessionOpen, sessionClose } = scheduleOf(one);
        return {
          closing: Array.from(closeTime),
          sessionsClosing: Array.from(sessionClose),
          sessionsOpening: Array.from(sessionOpen),
          opening: Array.from(openTime),
        };
      }),
    );
  },
);
