import { afterAll, expect, test } from "vitest";
import { openFloor } from "../support/trading-floor.ts";
import { call } from "./call.ts";

// The server's wall clock is fixed, so that the clock of a running replay does not move during a test.
const floor = await openFloor({ wallClock: () => 1_700_000_000_000 });
afterAll(() => floor.server.close());
const url = await floor.server.listen({ port: 0 });
const HINDCAST_KEY = floor.headers["authorization"]!.slice("Bearer ".length);
const control = (...words: readonly string[]) =>
  call(["replay", "control", ...words, "--url", url], { env: { HINDCAST_KEY } });

test("hindcast replay control shows and moves the simulated clock of a server", async () => {
  expect(await control("clock")).toEqual({
    code: 0,
    out: "main: 2024-01-08T14:30:30.000Z (bars_open), paused, speed 0, epoch 1\n",
    err: "",
  });
  const advanced = await control("advance", "--by", "bar", "--count", "2", "--json");
  expect(JSON.parse(advanced.out)).toMatchObject({ now: "2024-01-08T14:32:00.000Z", phase: "hooks", state: "paused" });
  expect((await control("advance", "--until", "2024-01-08T15:00:00Z")).out).toContain("15:00:00.000Z");
  expect((await control("speed", "0.5")).out).toContain("paused, speed 0.5");
  expect((await control("resume")).out).toContain("running, speed 0.5");
  expect((await control("pause")).out).toContain("paused");
  expect((await control("seek", "2024-01-08T14:31:00Z")).out).toContain("epoch 2");
  expect((await control("speed", "max")).out).toContain("paused, speed max");
  const restarted = await control(
    "start",
    "--from",
    "2024-01-08T09:31",
    "--to",
    "2024-01-08",
    "--speed",
    "0.5",
    "--json",
  );
  expect(JSON.parse(restarted.out)).toMatchObject({ now: "2024-01-08T14:30:59.999Z", state: "running", epoch: 3 });
  await control("pause");
});

test("hindcast replay control sets, lists and clears the faults that a server injects", async () => {
  const rules = ["error every=2 when=after method=GET path=/market-data", "drop probability=0.5 messages=quote,bar"];
  const set = await control("faults", "set", ...rules, "--seed", "7", "--json");
  expect(JSON.parse(set.out)).toEqual({
    session: "main",
    seed: 7,
    rules: [
      { fault: "error", every: 2, when: "after", method: "GET", path: "/market-data", seen: 0, injected: 0 },
      { fault: "drop", probability: 0.5, messages: ["quote", "bar"], seen: 0, injected: 0 },
    ],
  });
  for (const status of [200, 500, 200]) {
    const answer = await floor.server.inject({ url: "/v2/market-data/clock", headers: floor.headers });
    expect(answer.statusCode).toBe(status);
  }
  const shown = (await control("faults", "show")).out.split("\n");
  expect(shown[0]).toBe("main: seed 7");
  expect(shown[2]).toMatch(/^error every=2 when=after method=GET path=\/market-data +3 +1$/);
  expect(shown[3]).toMatch(/^drop probability=0.5 messages=quote,bar +0 +0$/);
  expect((await control("faults", "clear")).out).toBe("main: no faults\n");
});

test.each([
  [["faults", "set", "explode every=1"], 1, "fault must be one of error, limit, stall"],
  [["faults", "set", "error evry=1"], 1, "rule must be a fault, then any of probability=, every="],
  [["faults", "set", "error every=often"], 1, 'every must be a number, was "often"'],
  [["faults", "set", "error"], 1, "rules.0.probability or every must be given"],
  [["advance", "--by", "year"], 1, "--by must be one of event, bar"],
  [["speed", "fast"], 1, 'speed must be market seconds per real second, or max, was "fast"'],
  [["clock", "--session", "s9"], 1, "no session has this id"],
  [
    ["clock", "--url", "http://127.0.0.1:1"],
    1,
    "no server answers at http://127.0.0.1:1; check the address, or start hindcast serve",
  ],
])("hindcast replay control %j fails with a one-line error", async (words, code, text) => {
  const there = words.includes("--url") ? [] : ["--url", url];
  const answer = await call(["replay", "control", ...words, ...there], { env: { HINDCAST_KEY } });
  expect([answer.code, answer.out]).toEqual([code, ""]);
  expect(answer.err).toContain(text);
});

test("hindcast replay control sends no request if it has no API key", async () => {
  const { code, err } = await call(["replay", "control", "clock", "--url", url]);
  expect([code, err]).toEqual([2, "hindcast: HINDCAST_KEY is not set: it must contain an API key of the server\n"]);
});
