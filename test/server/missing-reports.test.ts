import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import type { ServedStrategy } from "../../src/server/backtests/backtest-spec.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { plainEnvironment } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_HOST, BUILT_THREAD, builtStrategy, doingStrategy } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
let states = 0;
const state = (): string => join(files.folder, `${++states}.db`);

const crossing = builtStrategy(smaCross);
const BACKTESTS = "/v2/trading/backtests";
const PAYLOAD = { ...CROSSING, interval: "1d" };

/** A backtest thread that never sends the report page and never ends. */
const WITHOUT_PAGE = {
  threads: 1,
  entry: files.write(
    "without-page.mjs",
    `import { workerData } from "node:worker_threads";
    const { port } = workerData;
    const post = port.postMessage.bind(port);
    let isDone = false;
    const once = port.once.bind(port);
    port.once = (name, hear) => once(name, (spec) => {
      isDone = spec.pageOf !== undefined;
      hear(spec);
    });
    port.postMessage = (message) => {
      if (!isDone) post(message);
      isDone ||= "fingerprint" in message;
    };
    setInterval(() => {}, 1000);
    await import(${JSON.stringify(pathToFileURL(BUILT_THREAD.entry!).href)});`,
  ),
  ...BUILT_HOST,
};

/** Runs a server with `WITHOUT_PAGE` in a child process, and kills it once its backtest completes. Returns the headers with a valid key. */
async function killedBeforePage(path: string, headers?: { authorization: string }): Promise<{ authorization: string }> {
  const at = (name: string) => JSON.stringify(join(ROOT, "dist", name));
  const { file, sourceHash } = crossing;
  const program = `
    import { buildServer } from ${at("server/build-server.js")};
    import { openRecording } from ${at("data/recording/open-recording.js")};
    import { StateStore } from ${at("server/store/state-store.js")};
    import { smaCross as strategy } from ${JSON.stringify(file)};
    const recording = await (await openRecording(${JSON.stringify(join(ROOT, "data/sample"))})).load();
    const strategies = [{ strategy, file: ${JSON.stringify(file)}, sourceHash: "${sourceHash}" }];
    const store = new StateStore(${JSON.stringify(path)});
    const backtestThreads = ${JSON.stringify(WITHOUT_PAGE)};
    const server = await buildServer(recording, { start: "2023-12-15T12:00", speed: 0, store, strategies, backtestThreads });
    let headers = ${JSON.stringify(headers ?? null)};
    if (headers === null) {
      const { text } = server.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: ["read", "trade", "backtest"] });
      headers = { authorization: "Bearer " + text };
      await server.inject({ method: "POST", url: "${BACKTESTS}", headers, payload: ${JSON.stringify(PAYLOAD)} });
    }
    for (let status; status !== "completed"; await new Promise((resolve) => setTimeout(resolve, 5)))
      ({ status } = (await server.inject({ url: "${BACKTESTS}/bt_1", headers })).json());
    process.stdout.write(JSON.stringify(headers), () => process.kill(process.pid, "SIGKILL"));
  `;
  return new Promise((resolve, reject) => {
    const args = ["--input-type=module", "--eval", program];
    execFile(process.execPath, args, { cwd: ROOT, env: plainEnvironment(), timeout: 60_000 }, (error, out, problems) =>
      error?.signal === "SIGKILL" && !error.killed
        ? resolve(JSON.parse(out) as { authorization: string })
        : reject(new Error(`the server did not kill itself: ${problems}`)),
    );
  });
}

const serverWith = (path: string, backtestThreads = BUILT_THREAD, strategies: readonly ServedStrategy[] = [crossing]) =>
  servedSample({ store: new StateStore(path), strategies, backtestThreads });

async function read(server: HindcastServer, headers: { authorization: string }, path: string) {
  const { statusCode: status, body } = await server.inject({ url: `${BACKTESTS}/bt_1${path}`, headers });
  return { status, body };
}

async function completed(server: HindcastServer, headers: { authorization: string }): Promise<void> {
  while (!(await read(server, headers, "")).body.includes(`"completed"`)) await sleep(5);
}

/** The report page of the same backtest on a server that is not killed. */
async function uninterruptedReport(): Promise<string> {
  const server = await serverWith(state());
  const headers = keyFor(server);
  await server.inject({ method: "POST", url: BACKTESTS, headers, payload: PAYLOAD });
  await completed(server, headers);
  const { body } = await read(server, headers, "/report");
  await server.close();
  return body;
}

/** Number of times that the backtest was started without ending, according to the database. */
function startCount(path: string): number {
  const store = new StateStore(path);
  const row = store.database.prepare("SELECT begun FROM backtests").get() as { readonly begun: number };
  store.close();
  return row.begun;
}

/** Stores a backtest that completed on a server before the server created the backtest's report. */
async function withoutReport() {
  const path = state();
  const first = await serverWith(path, WITHOUT_PAGE);
  const headers = keyFor(first);
  await first.inject({ method: "POST", url: BACKTESTS, headers, payload: PAYLOAD });
  await completed(first, headers);
  await first.close();
  return { path, headers };
}

test("a backtest's report lost by a killed server is created by the next server, byte for byte", async () => {
  const path = state();
  const headers = await killedBeforePage(path);
  const server = await serverWith(path);
  const before = await read(server, headers, "/result");
  // Requests the report while the server is creating it.
  const { status, body } = await read(server, headers, "/report");
  expect(status).toBe(200);
  expect(body).toBe(await uninterruptedReport());
  expect(await read(server, headers, "/result")).toEqual(before);
  await server.close();
  // The stored report needs no further run, so a server without threads can send it.
  const third = await serverWith(path, { ...BUILT_THREAD, threads: 0 });
  expect(await read(third, headers, "/report")).toEqual({ status, body });
  await third.close();
});

test("a backtest's report lost by closed servers is created by a later server, however often servers close", async () => {
  const path = state();
  const first = await serverWith(path, WITHOUT_PAGE);
  const headers = keyFor(first);
  await first.inject({ method: "POST", url: BACKTESTS, headers, payload: PAYLOAD });
  await completed(first, headers);
  const pendingReport = read(first, headers, "/report");
  await first.close();
  expect((await pendingReport).status).toBe(409);
  for (let i = 0; i < 4; i++) {
    expect(startCount(path)).toBe(0);
    await (await serverWith(path, WITHOUT_PAGE)).close();
  }
  const last = await serverWith(path);
  expect((await read(last, headers, "/report")).status).toBe(200);
  await last.close();
});

test("a backtest's report whose creation killed three servers is not tried again", async () => {
  const path = state();
  const headers = await killedBeforePage(path);
  for (const starts of [1, 2]) {
    expect(startCount(path)).toBe(starts);
    await killedBeforePage(path, headers);
  }
  const server = await serverWith(path);
  expect(await read(server, headers, "/report")).toMatchObject({
    status: 409,
    body: expect.stringContaining("the backtest has no report"),
  });
  expect(await read(server, headers, "/result")).toMatchObject({ status: 200 });
  await server.close();
  // The next server does not try to create the report.
  const next = await serverWith(path, WITHOUT_PAGE);
  expect((await read(next, headers, "/report")).status).toBe(409);
  await next.close();
});

test("a backtest's missing report is not created if a new run differs from the stored result", async () => {
  const { path, headers } = await withoutReport();
  // Stores another fingerprint, as if an upgraded version filled orders differently.
  const store = new StateStore(path);
  store.database.prepare("UPDATE backtests SET fingerprint = 'another'").run();
  store.close();
  const server = await serverWith(path);
  expect((await read(server, headers, "/report")).status).toBe(409);
  expect((await read(server, headers, "/result")).status).toBe(200);
  await server.close();
});

test("a backtest's missing report waits for a server that has the strategy", async () => {
  const { path, headers } = await withoutReport();
  const other = await serverWith(path, BUILT_THREAD, [await doingStrategy(files, "other", "")]);
  expect((await read(other, headers, "/report")).status).toBe(409);
  await other.close();
  const last = await serverWith(path);
  expect((await read(last, headers, "/report")).status).toBe(200);
  await last.close();
});
