import type { AddressInfo } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { pipelined } from "../support/pipelined.ts";
import { property } from "../support/property.ts";

const server = await servedSample();
const { authorization } = keyFor(server);
let port = 0;
beforeAll(async () => {
  await server.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = server.server.address() as AddressInfo);
});
afterAll(() => server.close());

const UPGRADES = [
  "",
  "Connection: Upgrade\r\nUpgrade: h2c\r\n",
  "Connection: keep-alive, Upgrade\r\nUpgrade: tls/1.0\r\n",
];
const order = JSON.stringify({ symbol: "AAPL", side: "buy", type: "limit", quantity: 1, limit_price: 1 });

const kinds = {
  clock: { line: "GET /v2/market-data/clock", body: "", status: 200 },
  docs: { line: "GET /docs/json", body: "", status: 200 },
  order: { line: "POST /v2/trading/orders", body: order, status: 201 },
  nothing: { line: "GET /v2/nothing", body: "", status: 404 },
} as const;

const requests = fc.array(
  fc.record({ kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), upgrade: fc.nat(2) }),
  { minLength: 1, maxLength: 60 },
);

describe("pipelined requests", () => {
  property([requests, fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 12 })], { numRuns: 60 })(
    "get one answer each, in order, for any upgrade header and any split into packets",
    async (sent, cuts) => {
      const connection = await pipelined(port);
      let text = "";
      sent.forEach(({ kind, upgrade }, i) => {
        const { line, body } = kinds[kind];
        const length = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
        const head = `Host: localhost\r\nAuthorization: ${authorization}\r\nX-Request-Id: r${i}\r\n`;
        text += `${line} HTTP/1.1\r\n${head}${UPGRADES[upgrade]}${length}\r\n${body}`;
      });
      const answers = connection.answers(sent.length);
      for (const cut of cuts) {
        connection.socket.write(text.slice(0, cut));
        text = text.slice(cut);
        await new Promise(setImmediate);
      }
      connection.socket.write(text);
      const got = (await answers).map(({ status, head }) => [status, /^x-request-id: (\S+)/im.exec(head)?.[1]]);
      expect(got).toEqual(sent.map(({ kind }, i) => [kinds[kind].status, `r${i}`]));
      connection.socket.destroy();
    },
  );
});
