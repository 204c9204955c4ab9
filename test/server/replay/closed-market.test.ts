import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { Floor, openFloor } from "../../support/trading-floor.ts";

const { folder } = temporaryFiles();
const floors: Floor[] = [];
const open = async (settings: Parameters<typeof openFloor>[0] = {}): Promise<Floor> => {
  const floor = await openFloor(settings);
  floors.push(floor);
  return floor;
};
afterEach(async () => {
  for (const floor of floors.splice(0)) await floor.server.close();
});

/** Start of sessions in UTC: Monday evening in New York, after regular hours. */
const from = "2024-01-09T03:00:00Z";

async function control(floor: Floor, path: string, payload: object, session = "main"): Promise<any> {
  const headers = { ...floor.headers, "x-replay-session": session };
  const answer = await floor.server.inject({ method: "POST", url: `/_replay/${path}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() as unknown };
}

/** Submits a day market order in a session. Returns the order's status or the error code. */
async function market(floor: Floor, session = "main"): Promise<string> {
  const { body } = await floor.order({}, { "x-replay-session": session });
  return body.error?.code ?? body.status;
}

describe("market orders placed while the market is closed", () => {
  test("are refused or queued as the session's closed_market says, whatever the server's setting is", async () => {
    for (const closedMarketPolicy of ["refuse", "queue"] as const) {
      const floor = await open({ closedMarketPolicy });
      const made = async (more: object) => (await control(floor, "sessions", { from, ...more })).body.session as string;
      expect(await market(floor, await made({}))).toBe("MARKET_CLOSED");
      expect(await market(floor, await made({ closed_market: "refuse" }))).toBe("MARKET_CLOSED");
      const queueing = await made({ closed_market: "queue" });
      expect(await market(floor, queueing)).toBe("accepted");
      const fork = await control(floor, `sessions/${queueing}/fork`, {}, queueing);
      expect(await market(floor, fork.body.session)).toBe("accepted");
    }
  });

  test("fill at the first price of the next session if they are queued", async () => {
    const floor = await open();
    const { session } = (await control(floor, "sessions", { from, closed_market: "queue" })).body;
    await market(floor, session);
    await control(floor, "advance", { by: "session" }, session);
    const headers = { "x-replay-session": session };
    expect((await floor.ask("GET", "/fills", undefined, headers)).body.fills).toMatchObject([
      { price: 90, timestamp: "2024-01-09T14:30:00.000Z" },
    ]);
  });

  test("follow the closed_market with which the main session was restarted, even after seeks and a server restart", async () => {
    const path = join(folder, "closed.db");
    const floor = await open({ store: new StateStore(path) });
    await control(floor, "start", { from, speed: 1, closed_market: "queue" });
    await control(floor, "pause", {});
    expect(await market(floor)).toBe("accepted");
    await control(floor, "seek", { to: "2024-01-08T12:00:00Z" });
    expect(await market(floor)).toBe("accepted");
    await floor.server.close();
    const { server } = await open({ store: new StateStore(path) });
    const again = new Floor(server, floor.headers);
    expect(await market(again)).toBe("accepted");
    await control(again, "start", { from, speed: 1, closed_market: "refuse" });
    await control(again, "pause", {});
    expect(await market(again)).toBe("MARKET_CLOSED");
  });

  test("are always queued in a lockstep session", async () => {
    const floor = await open();
    const run = { mode: "lockstep", symbols: ["ACME"], interval: "1m" };
    expect(await control(floor, "sessions", { ...run, closed_market: "refuse" })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "INVALID_PARAMETERS",
          details: {
            errors: [
              {
                in: "body",
                parameter: "closed_market",
                value: "refuse",
                reason: "must be queue or left out for a lockstep session: orders of a run wait for the next session",
              },
            ],
          },
        },
      },
    });
    expect((await control(floor, "sessions", { ...run, closed_market: "queue" })).status).toBe(201);
  });
});
