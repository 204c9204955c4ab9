import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { servedSample } from "../support/served-sample.ts";

test("headers that have not come after ten seconds are refused then, however steadily they come", async () => {
  const server = await servedSample();
  await server.listen({ port: 0 });
  const began = performance.now();
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET /v2/market-data/clock HTTP/1.1\r\nHost: x\r\n");
  const more = setInterval(() => socket.write("X-More: 1\r\n"), 500);
  let answer = "";
  socket.on("data", (part) => (answer += String(part)));
  socket.on("error", () => {});
  await new Promise((closed) => socket.once("close", closed));
  clearInterval(more);
  const took = performance.now() - began;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ error: { code: "INVALID_PARAMETERS" } });
  // Ten seconds, what a busy machine takes, and far less than the thirty between two looks of Node's own.
  expect(took).toBeGreaterThan(9_900);
  expect(took).toBeLessThan(20_000);
  await server.close();
}, 60_000);
