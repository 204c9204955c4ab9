import { expect, test } from "vitest";
import { addSession, keyFor, servedSample } from "../support/served-sample.ts";

/** A server that writes its log into a list of lines. */
async function logged(level: "info" | "warn") {
  const lines: string[] = [];
  const server = await servedSample({ log: { level, output: { write: (line) => lines.push(line) } } });
  return { server, lines };
}

test("a request leaves one line, and no key is in any", async () => {
  const { server, lines } = await logged("info");
  const { authorization } = keyFor(server);
  const text = authorization.slice("Bearer ".length);
  const secret = text.split("_")[2]!;
  const made = await server.inject({
    method: "POST",
    url: "/_admin/keys",
    headers: { authorization },
    payload: { name: text, tier: "free" },
  });
  const other = made.json().api_key as string;
  const requests = [
    { url: "/v2/market-data/clock", headers: { authorization } },
    { url: `/v2/market-data/clock?api_key=${text}`, headers: { authorization } },
    { url: `/v2/${text}`, headers: { authorization } },
    { url: "/v2/market-data/clock", headers: { authorization: `${authorization}x` } },
    { method: "DELETE", url: `/_admin/keys/${other.split("_")[1]}`, headers: { authorization } },
    { method: "POST", url: "/_admin/keys", headers: { authorization, "x-request-id": text }, payload: "[" },
    { url: `/v2/%zz${text}` },
  ] as const;
  for (const request of requests) await server.inject(request);
  await server.close();
  // An address that is no URL never becomes a request.
  expect(lines).toHaveLength(requests.length);
  const log = lines.join("");
  for (const part of [secret, other.split("_")[2]!]) expect(log).not.toContain(part.slice(0, 16));
  expect(JSON.parse(lines[1]!)).toMatchObject({
    reqId: expect.stringMatching(/^[0-9a-f]{8}-2$/),
    method: "GET",
    url: "/v2/market-data/clock",
    status: 200,
    key: text.split("_")[1],
  });
});

test("without an access log only failures of the server leave a line, with their cause", async () => {
  const { server, lines } = await logged("warn");
  const headers = keyFor(server);
  await server.inject({ url: "/v2/market-data/clock", headers });
  await server.inject({ url: "/v2/nothing", headers });
  await server.inject({ url: "/v2/market-data/clock" });
  expect(lines).toEqual([]);
  addSession(server, "broken", {
    view: () => {
      throw new Error("a cause");
    },
  });
  await server.inject({ url: "/v2/market-data/clock", headers: { ...headers, "x-replay-session": "broken" } });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 50,
    reqId: expect.stringMatching(/^[0-9a-f]{8}-4$/),
    err: { message: "a cause" },
  });
  await server.close();
});
