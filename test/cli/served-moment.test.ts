import { afterAll, expect, test } from "vitest";
import { clockSettings } from "../../src/cli/serving/serve-recording.ts";
import { FLOOR, openFloor } from "../support/trading-floor.ts";
import { watching } from "./watching/watching.ts";

const utc = (text: string) => Date.parse(text);

test("hindcast serve --replay starts a millisecond before --from and ends in the last millisecond of --to", () => {
  expect(clockSettings({ replay: true, from: "2024-01-08", to: "2024-01-09", speed: 600 }, FLOOR)).toEqual({
    // Start and end are a millisecond before midnight in New York, which is five hours behind UTC.
    start: utc("2024-01-08T04:59:59.999Z"),
    end: utc("2024-01-10T04:59:59.999Z"),
    speed: 600,
  });
  expect(clockSettings({ replay: true, from: "2024-01-08T09:30", to: "2024-01-08" }, FLOOR)).toEqual({
    start: utc("2024-01-08T14:29:59.999Z"),
    end: utc("2024-01-09T04:59:59.999Z"),
  });
  expect(clockSettings({ replay: true, from: "2024-01-08T09:30" }, FLOOR)).toEqual({
    start: utc("2024-01-08T14:29:59.999Z"),
  });
});

test("hindcast serve without --replay starts its clock at --from, or holds it at --at", () => {
  expect(clockSettings({ from: "2024-01-08T09:30", speed: 60 }, FLOOR)).toEqual({
    start: utc("2024-01-08T14:30:00Z"),
    speed: 60,
  });
  expect(clockSettings({ at: "2024-01-08T09:30" }, FLOOR)).toEqual({ start: utc("2024-01-08T14:30:00Z"), speed: 0 });
  expect(clockSettings({}, FLOOR)).toEqual({});
});

test.each([
  [{ replay: true }, "--replay needs --from, such as --from 2023-12-15"],
  [{ to: "2024-01-09" }, "--to needs --replay"],
  [{ at: "2024-01-08", replay: true }, "--at stops the clock: leave out --replay, --from, --to and --speed"],
  [{ at: "2024-01-08", to: "2024-01-09" }, "--at stops the clock: leave out"],
  [{ replay: true, from: "2024-01-09", to: "2024-01-08" }, "--to must be a time that is not before --from"],
  [
    { replay: true, from: "2025-01-01" },
    "--from must be a time within the recording, which ends at 2024-01-09T21:00:00.000Z",
  ],
  [{ replay: true, from: "soon" }, "--from must be YYYY-MM-DD"],
  [{ replay: true, from: "2024-01-08", to: "later" }, "--to must be YYYY-MM-DD"],
] as const)("hindcast serve refuses invalid or conflicting options of its clock: %j", (options, message) => {
  expect(() => clockSettings(options, FLOOR)).toThrow(message);
});

const moment = clockSettings({ replay: true, from: "2024-01-08T09:30", to: "2024-01-08T09:32", speed: "max" }, FLOOR);
const floor = await openFloor({ ...moment, speed: 0 });
afterAll(() => floor.server.close());

test("a served replay at full speed sends every message and then ends", async () => {
  const key = floor.headers["authorization"]!.slice("Bearer ".length);
  const watch = watching(await floor.server.listen({ port: 0 }), key, ["--symbols", "ACME"]);
  await watch.until("clock paused");
  floor.session.setSpeed("max");
  floor.session.resume();
  expect(await watch.code).toBe(0);
  expect(
    watch
      .out()
      .split("\n")
      .filter((line) => / (ACME|clock) /.test(line)),
  ).toEqual([
    "2024-01-05T21:00:00.000Z ACME 100.00 volume 1,000",
    "2024-01-08T14:29:59.999Z clock paused, speed 0",
    "2024-01-08T14:29:59.999Z clock paused, speed max",
    "2024-01-08T14:29:59.999Z clock running, speed max",
    "2024-01-08T14:30:00.000Z ACME 100.00 0.00% volume 0",
    "2024-01-08T14:31:00.000Z ACME 101.00 +1.00% volume 1,000",
    "2024-01-08T14:32:00.000Z ACME 102.00 +2.00% volume 2,000",
    "2024-01-08T14:32:00.000Z clock completed, speed max",
  ]);
});
