import { afterAll, describe, expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
const { server, headers } = floor;
afterAll(() => server.close());

async function control(what: string, payload: object, session = "main") {
  const named = { ...headers, "x-replay-session": session };
  const answer = await server.inject({ method: "POST", url: `/_replay/${what}`, headers: named, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const refusal = (parameter: string, value: string, reason: string) => ({
  status: 400,
  body: { error: { code: "INVALID_PARAMETERS", details: { errors: [{ in: "body", parameter, value, reason }] } } },
});

describe("a replay session that would end before it starts is refused", () => {
  const NINE = "2024-01-08T14:00:00.000Z";

  test("if it is created with the default start", async () => {
    // By default a session starts just before the open of the last recorded trading session.
    const first = "2024-01-09T14:29:59.999Z";
    const reason = `must be after ${first}, where the session begins`;
    expect(await control("sessions", { to: NINE })).toMatchObject(refusal("to", NINE, reason));
    expect(await control("sessions", { to: "2024-01-09T14:30:00Z" })).toMatchObject({
      status: 201,
      body: { now: first },
    });
  });

  test("if it is restarted with only an end", async () => {
    const reason = "must be after 2024-01-08T14:30:30.000Z, where the session begins";
    expect(await control("start", { to: NINE })).toMatchObject(refusal("to", NINE, reason));
    // The refused request did not restart the session.
    const clock = await server.inject({ url: "/_replay/clock", headers });
    expect(clock.json()).toMatchObject({ epoch: 1, state: "paused" });
  });

  test("if it is restarted with only a start", async () => {
    const to = "2024-01-08T15:00:00.000Z";
    const { session } = (await control("sessions", { from: "2024-01-08", to })).body;
    const from = "2024-01-08T15:00:00.001Z";
    const reason = `must not be after ${to}, where the session ends`;
    expect(await control("start", { from }, session)).toMatchObject(refusal("from", from, reason));
    expect(await control("start", { from: to }, session)).toMatchObject({ status: 200, body: { epoch: 2 } });
    await control("pause", {}, session);
    expect(await control("start", { from, to: "2024-01-09" }, session)).toMatchObject({ status: 200 });
  });
});

test("a lockstep session refuses backpressure, since its clock always waits for the client", async () => {
  const run = { mode: "lockstep", symbols: ["ACME"], interval: "1m" };
  const reason = "must be conflate or left out for a lockstep session: its clock always waits for the client";
  const refused = await control("sessions", { ...run, backpressure: "pause" });
  expect(refused).toMatchObject(refusal("backpressure", "pause", reason));
  expect((await control("sessions", { ...run, backpressure: "conflate" })).status).toBe(201);
});
