import { setImmediate as turn } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { ny } from "../../support/recorded-by-hand.ts";
import { keyFor } from "../../support/served-sample.ts";
import { servedMarket } from "../../support/served-market.ts";
import { connected } from "../../support/stream-client.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

const server = await servedMarket(FLOOR, FLOOR_OPEN);
afterAll(() => server.close());
const key = keyFor(server);

interface Response {
  readonly status: number;
  readonly body: any;
}

async function send(
  path: string,
  body?: object,
  session?: string,
  method?: "GET" | "POST" | "DELETE",
): Promise<Response> {
  const headers = session === undefined ? key : { ...key, "x-replay-session": session };
  const answer = await server.inject({
    method: method ?? (body === undefined ? "GET" : "POST"),
    url: path,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const control = (what: string, body: object, session?: string) => send(`/_replay/${what}`, body, session);
const made = async (body: object): Promise<string> => (await control("sessions", body)).body.session;
const iso = (time: string) => new Date(ny(time)).toISOString();

describe("replay sessions", () => {
  test("start paused just before their first event", async () => {
    const { status, body } = await control("sessions", { from: "2024-01-08T14:30:00Z", symbols: ["ACME"] });
    expect(status).toBe(201);
    expect(body).toEqual({
      session: "s1",
      now: "2024-01-08T14:29:59.999Z",
      phase: "bars_open",
      step: 0,
      state: "paused",
      speed: 0,
      epoch: 1,
      mode: "free",
    });
    expect((await send("/_replay/sessions/s1")).body).toEqual(body);
  });

  test("have clocks and accounts of their own", async () => {
    const one = await made({ from: "2024-01-08T14:30:00Z" });
    const other = await made({ from: "2024-01-08T14:30:00Z" });
    await control("advance", { by: "bar" }, one);
    const order = { symbol: "ACME", side: "buy", type: "market", quantity: 10 };
    expect((await send("/v2/trading/orders", order, one)).status).toBe(201);
    await control("advance", { until: "2024-01-08T14:40:00Z" }, one);
    expect((await send("/v2/trading/fills", undefined, one)).body.fills).toHaveLength(1);
    expect((await send("/v2/trading/fills", undefined, other)).body.fills).toHaveLength(0);
    expect((await send("/_replay/clock", undefined, other)).body.now).toBe("2024-01-08T14:29:59.999Z");
    expect((await send("/_replay/clock")).body.now).toBe(new Date(FLOOR_OPEN).toISOString());
  });

  test("can be deleted, except for the main session", async () => {
    const id = await made({});
    expect((await send(`/_replay/sessions/${id}`, undefined, undefined, "DELETE")).status).toBe(200);
    expect((await send(`/_replay/sessions/${id}`)).body.error.code).toBe("NOT_FOUND");
    expect((await send("/_replay/clock", undefined, id)).status).toBe(404);
    const kept = await send("/_replay/sessions/main", undefined, undefined, "DELETE");
    expect([kept.status, kept.body.error.code]).toEqual([409, "REPLAY_STATE"]);
  });

  test.each([
    [{ from: "2024-02-30" }, "from"],
    [{ from: "2024-01-09", to: "2024-01-08" }, "to"],
    [{ symbols: ["ACME"], interval: "1wk" }, "interval"],
    [{ mode: "lockstep", from: "2024-01-08" }, "symbols"],
    [{ mode: "lockstep", symbols: ["ACME"], speed: 5 }, "speed"],
    [{ speed: 0.01 }, "speed"],
    [{ sped: 1 }, "sped"],
  ])("cannot be created with the invalid request %j", async (body, parameter) => {
    const { status, body: response } = await control("sessions", body);
    expect([status, response.error.code]).toEqual([400, "INVALID_PARAMETERS"]);
    expect(response.error.details.errors[0].parameter).toBe(parameter);
  });

  test("cannot be created with an unknown symbol", async () => {
    expect((await control("sessions", { symbols: ["NOPE"] })).body.error.code).toBe("SYMBOL_NOT_FOUND");
  });
});

describe("advancing a session", () => {
  test("by bar stops after each close, before the next open", async () => {
    const id = await made({ from: "2024-01-08T14:30:00Z" });
    const stops = [];
    for (let i = 0; i < 3; i++) stops.push((await control("advance", { by: "bar" }, id)).body);
    expect(stops.map(({ now, phase }) => [now, phase])).toEqual([
      [iso("2024-01-08T09:31"), "hooks"],
      [iso("2024-01-08T09:32"), "hooks"],
      [iso("2024-01-08T09:33"), "hooks"],
    ]);
  });

  test("is possible by minute, by trading session and until a time", async () => {
    const id = await made({ from: "2024-01-08T14:30:00Z" });
    expect((await control("advance", { by: "minute", count: 2 }, id)).body.now).toBe("2024-01-08T14:31:59.999Z");
    const closed = (await control("advance", { by: "session" }, id)).body;
    expect([closed.now, closed.phase]).toEqual([iso("2024-01-08T16:00"), "hooks"]);
    expect((await control("advance", { until: "2024-01-08T22:00:00Z" }, id)).body.now).toBe("2024-01-08T22:00:00.000Z");
    const back = await control("advance", { until: "2024-01-08T21:00:00Z" }, id);
    expect([back.status, back.body.error.details.errors[0].parameter]).toEqual([400, "until"]);
  });

  test("by event stops at every event up to the end, where the session is completed", async () => {
    const id = await made({ from: "2024-01-09T14:30:00Z", to: "2024-01-09T14:40:00Z", symbols: ["ACME"] });
    const seen = [];
    for (let i = 0; i < 20; i++) {
      const { status, body } = await control("advance", { by: "event" }, id);
      if (status !== 200) {
        expect([status, body.error.code, body.error.details.state]).toEqual([409, "REPLAY_STATE", "completed"]);
        break;
      }
      seen.push(body);
    }
    expect(seen[0].now).toBe(iso("2024-01-09T09:30"));
    const other = await made({ from: "2024-01-09T14:30:00Z", to: "2024-01-09T14:40:00Z", symbols: ["ACME"] });
    expect((await control("advance", {}, other)).body).toEqual({ ...seen[0], session: other });
    expect(seen.at(-1)).toMatchObject({ now: "2024-01-09T14:40:00.000Z", state: "completed" });
    expect((await control("resume", {}, id)).body.error.code).toBe("REPLAY_STATE");
  });

  test.each(["event", "bar"])(
    "by %s stops at the same times even if a client subscribes to longer bars",
    async (by) => {
      const from = "2024-01-08T14:34:00Z";
      const stopsOf = async (id: string): Promise<unknown[]> => {
        const stops = [];
        for (let i = 0; i < 4; i++) {
          const { now, phase } = (await control("advance", { by }, id)).body;
          stops.push([now, phase]);
        }
        return stops;
      };
      const single = await stopsOf(await made({ from }));
      const id = await made({ from });
      const client = await connected(server, { headers: key, path: `/v2/stream?session=${id}` });
      await client.ask({ action: "subscribe", channel: "bars", symbols: ["ACME"], interval: "2m" }, "subscribed");
      expect(await stopsOf(id)).toEqual(single);
      // No event is recorded at 9:36, when the two-minute bar that starts at 9:34 is complete.
      expect(single).not.toContainEqual([iso("2024-01-08T09:36"), expect.any(String)]);
      const built = (await client.all()).map(({ timestamp }) => timestamp as string);
      expect(built).toContain(iso("2024-01-08T09:36"));
      await client.close();
    },
  );

  test("until a time is refused if the request also has a count", async () => {
    expect((await control("advance", { until: "2024-01-09", count: 1 })).status).toBe(400);
  });
});

describe("the state of a session", () => {
  test("changes from paused to running and back", async () => {
    const id = await made({ from: "2024-01-08T14:30:00Z" });
    expect((await control("pause", {}, id)).body.error).toMatchObject({
      code: "REPLAY_STATE",
      details: { session: id, state: "paused", allowed: ["running"] },
    });
    expect((await control("speed", { speed: 0.1 }, id)).body).toMatchObject({ state: "paused", speed: 0.1 });
    expect((await control("resume", {}, id)).body).toMatchObject({ state: "running", speed: 0.1 });
    for (const what of ["resume", "start", "advance"]) expect((await control(what, {}, id)).status).toBe(409);
    expect((await control("pause", {}, id)).body.state).toBe("paused");
  });

  test("becomes completed at full speed", async () => {
    const id = await made({ from: "2024-01-08T14:30:00Z", speed: "max" });
    for (;;) {
      const { body } = await send("/_replay/clock", undefined, id);
      if (body.state === "completed") break;
      await turn();
    }
    expect((await send("/_replay/clock", undefined, id)).body.now).toBe(iso("2024-01-09T16:00"));
  });

  test("has a new epoch without orders after a seek backwards, and the old epoch after a seek forwards", async () => {
    const id = await made({ from: "2024-01-08T14:30:00Z" });
    await control("advance", { by: "bar" }, id);
    await send("/v2/trading/orders", { symbol: "ACME", side: "buy", type: "market", quantity: 10 }, id);
    expect((await control("seek", { to: "2024-01-08T15:00:00Z" }, id)).body.epoch).toBe(1);
    expect((await send("/v2/trading/fills", undefined, id)).body.fills).toHaveLength(1);
    expect((await control("seek", { to: "2024-01-08T14:29:00Z" }, id)).body).toMatchObject({
      now: "2024-01-08T14:29:00.000Z",
      epoch: 2,
      state: "paused",
    });
    expect((await send("/v2/trading/orders?status=all", undefined, id)).body.orders).toEqual([]);
    expect((await send("/v2/trading/account", undefined, id)).body.cash).toBe(100_000);
  });

  test("is reset when the session is started again with new settings", async () => {
    const id = await made({ from: "2024-01-08T14:30:00Z" });
    const restarted = await control(
      "start",
      { from: "2024-01-09T14:30:00Z", settings: { cash: 500 }, symbols: ["ACME"], speed: 0.1 },
      id,
    );
    expect(restarted.body).toMatchObject({ epoch: 2, state: "running", speed: 0.1 });
    expect((await send("/v2/trading/account", undefined, id)).body.cash).toBe(500);
    await control("pause", {}, id);
    const refused = await control("start", { settings: { cash: -1 } }, id);
    expect(refused.status).toBe(400);
    expect((await send("/v2/trading/account", undefined, id)).body.cash).toBe(500);
  });

  test("can be changed only with the required scope", async () => {
    const answer = await (server as HindcastServer).inject({
      method: "POST",
      url: "/_replay/pause",
      headers: keyFor(server, "pro", ["market_data:read"]),
    });
    expect([answer.statusCode, answer.json().error.details.required_scope]).toEqual([403, "replay:main"]);
  });
});

test("an order for a symbol that its replay session does not have is refused with the session's symbols", async () => {
  const id = await made({ from: "2024-01-08T14:31:00Z", symbols: ["ACME"] });
  const order = { symbol: "FUND", side: "buy", type: "market", quantity: 1 };
  expect((await send("/v2/trading/orders", order, id)).body.error.message).toBe(
    "symbol must be tradable: FUND is not one of the session's symbols (ACME)",
  );
});
