import { afterAll, describe, expect, test } from "vitest";
import { connected, type StreamClient } from "../../support/stream-client.ts";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());
const { headers } = floor;
const open = (): Promise<StreamClient> => connected(floor.server, { headers });

describe("quotes", () => {
  test("come at the opens and closes of bars, as HTTP shows them at that moment", async () => {
    const client = await open();
    const subscribed = await client.ask(
      { action: "subscribe", channel: "quotes", symbols: ["acme"], id: "a" },
      "subscribed",
    );
    expect(subscribed).toMatchObject({ channel: "quotes", symbols: ["ACME"], rejected: [], id: "a" });
    expect(await client.all()).toEqual([
      {
        type: "quote",
        seq: 1,
        epoch: 1,
        offset: -1,
        snapshot: true,
        symbol: "ACME",
        price: 100,
        bid: null,
        ask: null,
        change: 0,
        change_percent: 0,
        volume: 0,
        market_status: "open",
        timestamp: "2024-01-08T14:30:00.000Z",
      },
    ]);
    floor.at("2024-01-08T09:31:30");
    const [close, opening] = await client.all();
    expect(close).toMatchObject({
      type: "quote",
      seq: 2,
      offset: 0,
      price: 101,
      volume: 1000,
      timestamp: "2024-01-08T14:31:00.000Z",
    });
    expect(opening).toMatchObject({ seq: 3, offset: 2, price: 101 });
    await client.close();
  });
});
