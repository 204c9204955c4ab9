import { afterAll, describe, expect, test } from "vitest";
import { connected, type StreamClient } from "../../support/stream-client.ts";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());
const open = (): Promise<StreamClient> => connected(floor.server, { headers: floor.headers });
const bars = (interval: string | undefined, ...symbols: string[]) => ({
  action: "subscribe",
  channel: "bars",
  symbols,
  ...(interval === undefined ? {} : { interval }),
});

async function history(symbol: string, interval: string): Promise<any> {
  const url = `/v2/market-data/stocks/${symbol}/history?period=5d&interval=${interval}&adjust=false`;
  return (await floor.server.inject({ url, headers: floor.headers })).json();
}

describe("bars in the stream", () => {
  test("are sent once complete, recorded or built from shorter ones, with the values of price history at that time", async () => {
    const client = await open();
    expect((await client.ask(bars(undefined, "ACME", "FUND"), "subscribed"))["symbols"]).toEqual(["ACME", "FUND"]);
    await client.ask(bars("2m", "ACME"), "subscribed");
    await client.ask(bars("1wk", "FUND"), "subscribed");
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([
      { channel: "bars", symbols: ["ACME"], interval: "1m" },
      { channel: "bars", symbols: ["FUND"], interval: "1d" },
      { channel: "bars", symbols: ["ACME"], interval: "2m" },
      { channel: "bars", symbols: ["FUND"], interval: "1wk" },
    ]);
    floor.at("2024-01-08T09:32:00");
    const messages = await client.all();
    expect(messages.map(({ interval, offset, timestamp }) => [interval, offset, timestamp])).toEqual([
      ["1m", 1, "2024-01-08T14:31:00.000Z"],
      // A built bar has the offset of the next recorded event, the quote at the same time.
      ["2m", 3, "2024-01-08T14:32:00.000Z"],
      ["1m", 4, "2024-01-08T14:32:00.000Z"],
    ]);
    expect(messages[1]!["bar"]).toEqual({
      timestamp: "2024-01-08T14:30:00.000Z",
      open: 100,
      high: 103,
      low: 99,
      close: 102,
      volume: 2000,
    });
    const answer = await history("ACME", "2m");
    const { adj_close: _, ...last } = answer.data.at(-1);
    expect(messages[1]!["bar"]).toEqual(last);
    floor.at("2024-01-08T16:00:00");
    const day = await client.all();
    expect(day.filter(({ symbol }) => symbol === "FUND").map(({ interval }) => interval as string)).toEqual(["1d"]);
    expect(day.filter(({ interval }) => interval === "2m").map(({ bar }) => bar.timestamp.slice(11, 16))).toEqual([
      "14:32",
      "14:34",
      "20:58",
    ]);
    await client.close();
  });

  test("may have an interval of four hours, which price history does not offer by default", async () => {
    const client = await open();
    expect((await client.ask(bars("4h", "ACME"), "subscribed"))["symbols"]).toEqual(["ACME"]);
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([
      { channel: "bars", symbols: ["ACME"], interval: "4h" },
    ]);
    floor.at("2024-01-09T16:00:00");
    const messages = (await client.all()).filter(({ type }) => type === "bar");
    // This bar is built from the first two minutes of the 9th, and complete four hours after the open, at 13:30.
    expect(messages).toMatchObject([
      {
        interval: "4h",
        timestamp: "2024-01-09T18:30:00.000Z",
        bar: { timestamp: "2024-01-09T14:30:00.000Z", open: 90, high: 93, low: 89, close: 92, volume: 2000 },
      },
    ]);
    await client.ask({ action: "unsubscribe", channel: "bars", interval: "4h" }, "unsubscribed");
    await client.close();
  });

  test("may have an interval that is joined from the recorded one, but no length that leaves a rest of a day and a session", async () => {
    const client = await open();
    expect(await client.ask(bars("13m", "ACME"), "subscribed")).toMatchObject({ symbols: ["ACME"], rejected: [] });
    expect(await client.ask(bars("7m", "ACME"), "subscribed")).toMatchObject({
      symbols: [],
      rejected: [{ symbol: "ACME", message: "bars of 7m of ACME are not available from the recording" }],
    });
    const error = await client.ask(bars("24h", "ACME"), "error");
    expect(JSON.stringify(error)).toContain("must be a whole number of seconds, minutes or hours below a day");
    await client.ask({ action: "unsubscribe", channel: "bars", interval: "780s" }, "unsubscribed");
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([]);
    await client.close();
  });

  test("start with the latest completed bar if a snapshot is requested", async () => {
    const client = await open();
    await client.ask({ ...bars("1m", "ACME"), snapshot: true }, "subscribed");
    const answer = await history("ACME", "1m");
    const { adj_close: _, ...last } = answer.data.at(-1);
    const messages = await client.next("bar");
    expect(messages).toMatchObject({ snapshot: true, seq: 1, bar: last });
    await client.close();
  });

  test("start with the same latest bar if a snapshot is requested after the close", async () => {
    const own = await openFloor();
    own.at("2024-01-08T16:30:00");
    const first = await connected(own.server, { headers: own.headers });
    await first.ask(bars("1m", "ACME"), "subscribed");
    own.at("2024-01-08T17:30:00");
    const { bar } = await first.next("bar");
    expect(bar).toMatchObject({ timestamp: "2024-01-08T22:00:00.000Z", close: 98 });
    const second = await connected(own.server, { headers: own.headers });
    await second.ask({ ...bars("1m", "ACME"), snapshot: true }, "subscribed");
    expect(await second.next("bar")).toMatchObject({ snapshot: true, bar });
    await own.server.close();
  });

  test("are refused for intervals shorter than the recorded ones", async () => {
    const client = await open();
    const answer = await client.ask(bars("1m", "ACME", "FUND"), "subscribed");
    expect(answer).toMatchObject({ symbols: ["ACME"], rejected: [{ symbol: "FUND", code: "INVALID_PARAMETERS" }] });
    await client.ask({ action: "unsubscribe", channel: "bars", interval: "1m" }, "unsubscribed");
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([]);
    await client.close();
  });
});
