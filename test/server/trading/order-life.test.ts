import { afterAll, expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

const floors = {
  day: await openFloor(),
  gtc: await openFloor({ trading: { orderLife: "gtc" } }),
  // Under the conventions of Zipline, orders are good till canceled by default.
  zipline: await openFloor({ trading: { conventions: "zipline" } }),
  own: await openFloor({ trading: { conventions: "zipline", orderLife: "day" } }),
};
afterAll(() => Promise.all(Object.values(floors).map(({ server }) => server.close())));

const LIMIT = { type: "limit", limit_price: 50 };

test.each([
  ["day", "day", "expired"],
  ["gtc", "gtc", "new"],
  ["zipline", "gtc", "new"],
  ["own", "day", "expired"],
] as const)(
  "an order without a time in force gets the default of its session's settings: %s",
  async (name, life, tomorrow) => {
    const floor = floors[name];
    const { body } = await floor.order(LIMIT);
    expect(body.time_in_force).toBe(life);
    const explicit = (await floor.order({ ...LIMIT, time_in_force: "day" })).body;
    expect(explicit.time_in_force).toBe("day");
    floor.at("2024-01-09T09:30:30");
    expect((await floor.read(body.id)).status).toBe(tomorrow);
    expect((await floor.read(explicit.id)).status).toBe("expired");
  },
);
