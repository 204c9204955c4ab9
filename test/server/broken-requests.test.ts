import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { keyFor, servedSample } from "../support/served-sample.ts";

const log: string[] = [];
const server = await servedSample({ log: { level: "info", output: { write: (line) => log.push(line) } } });
const { authorization } = keyFor(server);
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;
afterAll(() => server.close());

const HOST = "Host: localhost";
const KEY = `Authorization: ${authorization}`;
const JSON_TYPE = "Content-Type: application/json";
const ORDERS = "POST /v2/trading/orders HTTP/1.1";
const requestText = (...text: string[]): string => `${text.join("\r\n")}\r\n\r\n`;
const order = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
const wholeOrder = requestText(ORDERS, HOST, KEY, JSON_TYPE, `Content-Length: ${order.length}`) + order;

/** Opens a connection and sends a text. Tracks the response statuses and whether the connection has ended. */
function opened(text: string) {
  const statuses: number[] = [];
  let ended = false;
  const socket: Socket = connect(port, "127.0.0.1")
    .setEncoding("latin1")
    .on("data", (part) => {
      for (const [, status] of String(part).matchAll(/HTTP\/1\.1 (\d+)/g)) statuses.push(Number(status));
    })
    .on("error", () => {})
    .on("close", () => (ended = true));
  socket.write(text, "latin1");
  return { socket, statuses, ended: () => ended };
}

/** Path and status of each request logged since the last call. */
function logged(): readonly (readonly [unknown, unknown])[] {
  return log.splice(0).map((line) => {
    const { url, status } = JSON.parse(line) as { url: unknown; status: unknown };
    return [url, status];
  });
}

// Submits the first order now, since the first takes longer than later ones.
await server.inject({
  method: "POST",
  url: "/v2/trading/orders",
  headers: { authorization },
  payload: JSON.parse(order),
});
log.length = 0;

describe("an upload that its client aborts", () => {
  test.each([
    ["with a length", "Content-Length: 100", "{"],
    ["in chunks", "Transfer-Encoding: chunked", "5\r\n{"],
  ])("is logged as 499 without a response, for an upload %s", async (_, length, beginning) => {
    const { socket, statuses } = opened(requestText(ORDERS, HOST, KEY, JSON_TYPE, length) + beginning);
    const { requests } = await connectionsOpen(1);
    socket.resetAndDestroy();
    await expect.poll(logged).toEqual([["/v2/trading/orders", 499]]);
    expect([statuses, requests]).toEqual([[], 1]);
  });

  test("keeps the status of an earlier refusal in the log", async () => {
    const { socket, statuses } = opened(requestText(ORDERS, HOST, JSON_TYPE, "Content-Length: 100"));
    await expect.poll(() => statuses).toEqual([401]);
    socket.resetAndDestroy();
    await expect.poll(async () => (await connectionsOpen(0)).requests).toBe(0);
    expect(logged()).toEqual([["/v2/trading/orders", 401]]);
  });
});

describe("invalid HTTP on a connection", () => {
  test("after a complete request is refused once the request is answered", async () => {
    const { statuses, ended } = opened(`${wholeOrder}RUBBISH\r\n\r\n`);
    await expect.poll(ended).toBe(true);
    expect(statuses).toEqual([201, 400]);
    expect(logged()).toEqual([
      ["/v2/trading/orders", 201],
      [null, 400],
    ]);
  });

  test("after several requests is refused once the last request is answered", async () => {
    const { statuses, ended } = opened(`${wholeOrder.repeat(3)}RUBBISH\r\n\r\n`);
    await expect.poll(ended).toBe(true);
    expect(statuses).toEqual([201, 201, 201, 400]);
    logged();
  });

  test("in the place of a request's body refuses the request once", async () => {
    const { statuses, ended } = opened(
      `${requestText(ORDERS, HOST, KEY, JSON_TYPE, "Transfer-Encoding: chunked")}zz\r\n{`,
    );
    await expect.poll(ended).toBe(true);
    expect(statuses).toEqual([400]);
    expect(logged()).toEqual([["/v2/trading/orders", 400]]);
  });

  test("in the place of the body of an already refused request has no effect", async () => {
    const { statuses, ended } = opened(`${requestText(ORDERS, HOST, JSON_TYPE, "Transfer-Encoding: chunked")}zz\r\n{`);
    await expect.poll(ended).toBe(true);
    expect(statuses).toEqual([401]);
    expect(logged()).toEqual([["/v2/trading/orders", 401]]);
  });
});

/** Waits until this number of connections is open, and then a little longer. */
async function connectionsOpen(count: number): Promise<{ readonly requests: number }> {
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      server.server.getConnections((error, open) => (error === null ? resolve(open) : reject(error)));
    });
  await expect.poll(connections).toBe(count);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { requests: await connections() };
}
