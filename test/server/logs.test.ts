import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { addSession, keyFor, servedSample } from "../support/served-sample.ts";

/** Starts a server that logs into a list. */
async function logged(level: "info" | "warn") {
  const lines: string[] = [];
  const server = await servedSample({ log: { level, output: { write: (line) => lines.push(line) } } });
  return { server, lines };
}

test("each request is logged in one line, without API keys", async () => {
  const { server, lines } = await logged("info");
  const { authorization } = keyFor(server);
  const text = authorization.slice("Bearer ".length);
  const [, id, secret] = text.split("_") as [string, string, string];
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
    { url: "/v2/market-data/clock", headers: { authorization, "x-request-id": `${id}_${secret}` } },
    { url: `/v2/market-data/clock?api_key=%68c%5F${id}_%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}` },
    { url: `/v2/market-data/clock?api_key=%%68c%5F${id}_${secret}` },
    { url: `/v2/market-data/clock?api_key=%%368c%5F${id}_${secret}` },
    { url: `/v2/market-data/clock?api_key=%2568c%255F${id}%255F${secret}` },
    { url: `/v2/market-data/clock?api_key=${id}_${secret}` },
    { url: `/v2/${text.replace("_", "%5f")}`, headers: { authorization } },
    { url: `/v2/%zz${text}` },
  ] as const;
  for (const request of requests) await server.inject(request);
  await server.close();
  // One line for each request above, and one for the request that created the other key.
  expect(lines).toHaveLength(requests.length + 1);
  const log = lines.join("");
  for (const part of [secret, other.split("_")[2]!]) expect(log).not.toContain(part.slice(0, 16));
  expect(JSON.parse(lines[1]!)).toMatchObject({
    reqId: expect.stringMatching(/^[0-9a-f]{8}-2$/),
    method: "GET",
    url: "/v2/market-data/clock",
    status: 200,
    key: text.split("_")[1],
  });
  // Refused requests are logged without keys, too, such as this one for an unknown path.
  expect(JSON.parse(lines[3]!)).toMatchObject({ status: 404, key: text.split("_")[1] });
  expect(JSON.parse(lines[4]!)).not.toHaveProperty("key");
});

test("a server whose log cannot be written responds as usual", async () => {
  const output = {
    write: () => {
      throw new Error("no space left");
    },
  };
  for (const joinMs of [0, 1]) {
    const server = await servedSample({ log: { level: "info", output, joinMs } });
    const request = { url: "/v2/market-data/clock", headers: keyFor(server) };
    expect((await server.inject(request)).statusCode).toBe(200);
    await sleep(5);
    expect((await server.inject(request)).statusCode).toBe(200);
    await server.close();
  }
});

test("a server without an access log logs only internal errors, with their cause", async () => {
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

test("lines about requests are written in batches, lines about errors at once, and no line is lost", async () => {
  const writes: string[] = [];
  const output = { write: (lines: string) => writes.push(lines) };
  const server = await servedSample({ log: { level: "info", output, joinMs: 60_000 } });
  const headers = keyFor(server);
  const ask = (session = "main") =>
    server.inject({ url: "/v2/market-data/clock", headers: { ...headers, "x-replay-session": session } });
  const requestsOf = (lines: string | undefined) =>
    (lines ?? "")
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { reqId: string }).reqId.split("-")[1]);
  await ask();
  await ask();
  expect(writes).toEqual([]);
  addSession(server, "broken", {
    view: () => {
      throw new Error("a cause");
    },
  });
  await ask("broken");
  // The first batch has the two earlier requests and the cause of the error. The second has the request that failed.
  expect(writes.map(requestsOf)).toEqual([["1", "2"], ["3"]]);
  expect(JSON.parse(writes[1]!)).toMatchObject({ level: 50, err: { message: "a cause" } });
  await ask();
  await server.close();
  expect(writes.map(requestsOf)).toEqual([["1", "2"], ["3"], ["3", "4"]]);
});

test("lines about requests are written after the configured delay", async () => {
  const writes: string[] = [];
  const output = { write: (lines: string) => writes.push(lines) };
  const server = await servedSample({ log: { level: "info", output, joinMs: 5 } });
  await server.inject({ url: "/health" });
  await expect.poll(() => writes.length).toBe(1);
  expect(JSON.parse(writes[0]!)).toMatchObject({ url: "/health", status: 200, ms: expect.any(Number) as number });
  await server.close();
  expect(writes).toHaveLength(1);
});

test("a process that exits first writes its buffered log lines", async () => {
  const program = `
    import { LogLines } from "./dist/server/log/log-lines.js";
    const lines = new LogLines(process.stdout, 60_000);
    lines.add("a\\n");
    lines.add("b\\n");
    process.exit(3);`;
  const flags = ["--input-type=module", "--eval", program];
  const { status, stdout } = spawnSync(process.execPath, flags, { cwd: ROOT, encoding: "utf8" });
  expect([status, stdout]).toEqual([3, "a\nb\n"]);
});
