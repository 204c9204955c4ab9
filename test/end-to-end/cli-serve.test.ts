import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { call } from "../cli/call.ts";
import { SERVE_SAMPLE, started } from "../cli/served-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const folder = temporaryFolder({});
const PATIENCE = { timeout: 20_000 };
test.each([
  [["--at", "2023-12-15", "--speed", "2"], 2, "--at stops the clock: leave out --replay, --from, --to and --speed"],
  [["--speed", "0"], 1, "--speed must be a number above 0, was 0"],
  [["--port", "70000"], 1, "--port must be a whole number from 0 to 65535, was 70000"],
  [["--admin-port", "-1"], 1, "--admin-port must be a whole number from 0 to 65535, was -1"],
  [
    ["--from", "soon"],
    1,
    '--from must be YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset, was "soon"',
  ],
] as const)(
  "hindcast serve %j is refused",
  async (args, code, message) => {
    expect(await call([...SERVE_SAMPLE, ...args])).toEqual({ code, out: "", err: `hindcast: ${message}\n` });
    // The first call takes longer, since it loads the command line.
  },
  60_000,
);

test("hindcast serve refuses an address that is already in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await call([...SERVE_SAMPLE, "--port", String(port)])).toEqual({
    code: 1,
    out: "",
    err: `hindcast: cannot listen on 127.0.0.1:${port} (EADDRINUSE): the address must be one of this machine, and the port free\n`,
  });
  // Only the admin port is in use. The failed start releases the main port again.
  expect(await call([...SERVE_SAMPLE, "--port", "0", "--admin-port", String(port)])).toEqual({
    code: 1,
    out: "",
    err: `hindcast: cannot listen on 127.0.0.1:${port} (EADDRINUSE): the address must be one of this machine, and the port free\n`,
  });
  other.close();
});

// These servers run in child processes, several at once, since starting them takes longer than testing them.
test.concurrent("hindcast serve runs until a signal, and its API keys survive a restart", async ({ expect }) => {
  const state = ["--state", join(folder, "state.db")];
  const settings = [
    "--account",
    "margin",
    "--cash",
    "25000",
    "--commission",
    "per-order:1",
    "--history-limits",
    "yahoo",
  ];
  const first = await started(...state, ...settings, "--at", "2023-12-15T12:00", "--access-log");
  expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v2$/);
  expect(first.text.out).toContain("market time: 2023-12-15T17:00:00.000Z, paused\n");
  expect(first.text.out).not.toContain("metrics:");
  expect(first.text.out).not.toContain("no data yet");
  expect(first.text.out).toMatch(/^dashboard: http:\/\/127\.0\.0\.1:\d+\/dashboard$/m);
  const keys = [...first.text.out.matchAll(/^ {2}(free|pro|enterprise) +(hc_\w+)$/gm)];
  expect(keys.map((key) => key[1])).toEqual(["free", "pro", "enterprise"]);
  const headers = { Authorization: `Bearer ${keys[0]![2]}`, "Content-Type": "application/json" };
  const answer = await fetch(`${first.address}/market-data/clock`, { headers });
  expect(await answer.json()).toMatchObject({ now: "2023-12-15T17:00:00.000Z", market_status: "open" });
  expect(answer.headers.get("x-ratelimit-limit")).toBe("1000");
  const account = await fetch(`${first.address}/trading/account`, { headers });
  expect(await account.json()).toMatchObject({ account_type: "margin", cash: 25_000 });
  const fine = await fetch(`${first.address}/market-data/stocks/AAPL/history?interval=1m&period=1mo`, { headers });
  expect(fine.status).toBe(400);
  first.child.kill("SIGTERM");
  expect(await first.ended).toEqual([0, null]);
  const lines = first.text.err.split("\n").filter((line) => line.includes('"url"'));
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0]!)).toMatchObject({ url: "/v2/market-data/clock", status: 200 });

  const second = await started(...state, ...settings);
  expect(second.text.out).not.toContain("hc_");
  expect((await fetch(`${second.address}/market-data/clock`, { headers })).status).toBe(200);
  // Revokes a key in another process while the server runs.
  await call(["keys", "revoke", keys[0]![2]!.split("_")[1]!, ...state]);
  const refused = async (): Promise<boolean> =>
    (await fetch(`${second.address}/market-data/clock`, { headers })).status === 401;
  await expect.poll(refused, { ...PATIENCE, interval: 100 }).toBe(true);
  second.child.kill("SIGINT");
  expect(await second.ended).toEqual([0, null]);
  // Starting two processes takes long while other tests run.
}, 120_000);

test.concurrent("hindcast serve continues if the reader of its log has exited", async () => {
  const { child, address, ended } = await started("--access-log");
  child.stderr.destroy();
  const ask = async (): Promise<number> => (await fetch(`${address}/market-data/clock`)).status;
  expect(await ask()).toBe(401);
  // The pause is longer than the time for which log lines are buffered.
  await sleep(100);
  expect(await ask()).toBe(401);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 60_000);

test.concurrent("hindcast serve ends on request even if the reader of its log is blocked", async () => {
  const { child, address, ended } = await started("--access-log");
  child.stderr.removeAllListeners("data").pause();
  // The log lines are far more than the operating system's pipe can buffer.
  for (let i = 0; i < 100; i++) await fetch(`${address}/market-data/clock?${"x".repeat(15_000)}`);
  await sleep(100);
  child.kill("SIGTERM");
  const signaled = performance.now();
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - signaled).toBeLessThan(10_000);
}, 60_000);

test.concurrent("hindcast serve serves metrics on a port of their own, and reports a start time before all data", async () => {
  const { child, text, ended, address } = await started("--at", "1990-01-01", "--admin-port", "0");
  expect(text.out).toContain("\nno data yet: the recording begins at 2021-01-04T00:00:00.000Z\n");
  const metrics = /^metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(text.out)![1]!;
  expect(new URL(metrics).port).not.toBe(new URL(address).port);
  expect((await fetch(`${address}/market-data/clock`)).status).toBe(401);
  const metricsText = await (await fetch(metrics)).text();
  const counted = 'hindcast_http_requests_total{method="GET",route="/v2/market-data/clock",status="401"} 1\n';
  expect(metricsText).toContain(counted);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await expect(fetch(metrics)).rejects.toThrow();
}, 60_000);

test.concurrent("hindcast serve --replay prints its range and speed, and how to watch the replay", async () => {
  const replay = ["--replay", "--from", "2023-12-15T09:30", "--to", "2023-12-15", "--speed", "60"];
  const { child, text, ended, address } = await started(...replay);
  expect(text.out).toMatch(
    /^market time: 2023-12-15T14:\d\d:.*, at 60 market seconds per second until 2023-12-16T04:59:59.999Z$/m,
  );
  const base = address.replace("/v2", "");
  expect(text.out).toContain(`  hindcast replay watch --url ${base}\n  hindcast replay control pause --url ${base}\n`);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 60_000);

test.concurrent("hindcast serve --replay with a state file keeps its end, and refuses another start time", async ({
  expect,
}) => {
  const state = ["--state", join(folder, "replayed.db")];
  const from = ["--replay", "--from", "2023-12-14"];
  const first = await started(...state, ...from, "--to", "2023-12-15", "--speed", "max");
  const headers = { Authorization: `Bearer ${/pro +(hc_\w+)/.exec(first.text.out)![1]}` };
  await fetch(`${first.address}/trading/account`, { headers });
  const now = async () =>
    ((await (await fetch(`${first.address}/market-data/clock`, { headers })).json()) as { now: string }).now;
  await expect.poll(now, PATIENCE).toBe("2023-12-16T04:59:59.999Z");
  first.child.kill("SIGTERM");
  expect(await first.ended).toEqual([0, null]);

  const again = await started(...state, ...from);
  expect(again.text.out).toContain("market time: 2023-12-16T04:59:59.999Z, the replay has ended\n");
  again.child.kill("SIGTERM");
  expect(await again.ended).toEqual([0, null]);

  const refused = (what: string, was: string, is: string) => ({
    code: 1,
    out: "",
    err: `hindcast: the session main in the state has another ${what}: ${was}, not ${is}. Start the server with the stored value, or use another state file\n`,
  });
  expect(await call([...SERVE_SAMPLE, "--port", "0", ...state, ...from, "--to", "2023-12-20"])).toEqual(
    refused("end", "2023-12-16T04:59:59.999Z", "2023-12-21T04:59:59.999Z"),
  );
  const later = ["--replay", "--from", "2023-12-15", "--to", "2023-12-15"];
  expect(await call([...SERVE_SAMPLE, "--port", "0", ...state, ...later])).toEqual(
    refused("start", "2023-12-14T04:59:59.999Z", "2023-12-15T04:59:59.999Z"),
  );
}, 120_000);

/** Opens a connection and sends a text. Returns what was received until the connection ends, and how it ended. */
function talk(port: number, text: string) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => (received += chunk));
  const ended = new Promise<string>((resolve) => {
    socket.once("error", ({ message }) => resolve(message));
    socket.once("close", () => resolve(received));
  });
  if (text !== "") socket.write(text);
  return { socket, ended, received: () => received };
}

test.concurrent("hindcast serve at a signal answers the requests that have started and closes idle connections", async ({
  expect,
}) => {
  const { child, text, ended, address } = await started("--at", "2023-12-15T12:00");
  const port = Number(new URL(address).port);
  const head = `Host: localhost\r\nAuthorization: Bearer ${/pro +(hc_\w+)/.exec(text.out)![1]}\r\n`;
  const clock = `GET /v2/market-data/clock HTTP/1.1\r\n${head}\r\n`;
  const fresh = talk(port, "");
  const idle = talk(port, clock);
  const order = `POST /v2/trading/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 70\r\n\r\n`;
  const sending = talk(port, `${clock}${order}`);
  await expect
    .poll(() => [idle.received(), sending.received()].every((one) => one.includes('"now"')), PATIENCE)
    .toBe(true);

  // The signal arrives when the operating system has accepted these connections, but the server has not.
  child.kill("SIGSTOP");
  const late = Array.from({ length: 20 }, () => talk(port, clock));
  await Promise.all(late.map(({ socket }) => once(socket, "connect")));
  child.kill("SIGTERM");
  child.kill("SIGCONT");
  for (const one of late) expect(await one.ended).toMatch(/^HTTP\/1\.1 (?:200 OK|503 [^]*"SERVICE_UNAVAILABLE")/);
  expect(await fresh.ended).toBe("");
  expect(await idle.ended).toMatch(/^HTTP\/1\.1 200 OK/);

  sending.socket.write('{"symbol": "AAPL", "side": "buy", "type": "market", "quantity": 1.000}');
  expect((await sending.ended).slice(1)).toMatch(/HTTP\/1\.1 201 Created[^]*Connection: close[^]*"symbol":"AAPL"/);
  expect(await ended).toEqual([0, null]);
}, 60_000);
