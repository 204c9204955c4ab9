import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "libsql";
import { expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { migrate } from "../../src/server/store/migrate.ts";
import { MIGRATIONS } from "../../src/server/store/migrations.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { plainEnvironment } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_HOST, SAYS_DONE, WAITS_FOR_RUN } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
let states = 0;
const state = (): string => join(files.folder, `${++states}.db`);

const file = join(ROOT, "strategies", "sma-cross.ts");
const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
const strategies = [{ strategy: smaCross, file, sourceHash }];
/** Thread settings with which no backtest ever starts. */
const WAITS = { threads: 0 };
const threadOf = (name: string, statements: string, threads = 1) => {
  const entry = files.write(
    name,
    `import { appendFileSync, readFileSync } from "node:fs";\n${WAITS_FOR_RUN}\n${statements}\n`,
  );
  return { threads, entry, ...BUILT_HOST };
};
/** A backtest thread that finishes at once. */
const EMPTY = { threads: 1, entry: files.write("empty.mjs", SAYS_DONE), ...BUILT_HOST };
/** A backtest thread that reports progress, then finishes. */
const SAYS_HALF = {
  threads: 1,
  entry: files.write("half.mjs", SAYS_DONE.replace("say({ piece", "say({ progress: 0.5 });\nsay({ piece")),
  ...BUILT_HOST,
};
/** A backtest thread that reports progress and never finishes. */
const HANGS = threadOf("hangs.mjs", "say({ progress: 0.5 }); setInterval(() => {}, 1000);");
const NEIGHBORS = JSON.stringify(files.write("neighbors.txt", ""));
const STARTS = JSON.stringify(files.write("times.txt", ""));
/** The backtest with `fast` 5 kills the server three times: twice while another backtest runs, then alone. Other backtests never finish. */
const KILLS = threadOf(
  "kills.mjs",
  `const kill = () => process.kill(process.ppid, "SIGKILL");
  const hasNeighbor = () => readFileSync(${NEIGHBORS}, "utf8").includes(process.ppid + ";");
  setInterval(() => {}, 1000);
  if (spec.fast !== 5) appendFileSync(${NEIGHBORS}, process.ppid + ";");
  else {
    appendFileSync(${STARTS}, "x");
    if (readFileSync(${STARTS}).length < 3) setInterval(() => hasNeighbor() && kill(), 5);
    else kill();
  }`,
  2,
);

const serverWith = (path: string, backtestThreads: ServerSettings["backtestThreads"]) =>
  servedSample({ store: new StateStore(path), strategies, backtestThreads } as ServerSettings);

type Headers = Readonly<Record<string, string>>;

async function ask(server: HindcastServer, headers: Headers, method: "GET" | "POST" | "DELETE", path = "", fast = 5) {
  const payload = method === "POST" && { payload: { ...CROSSING, interval: "1d", params: { fast, slow: 20 } } };
  const answer = await server.inject({ method, url: `/v2/trading/backtests${path}`, headers, ...payload });
  return answer.json();
}

/** Waits until a backtest has a status or has ended. */
async function settled(server: HindcastServer, headers: Headers, id: string, wanted = "") {
  for (;;) {
    const backtest = await ask(server, headers, "GET", `/${id}`);
    if (backtest.status === wanted || backtest.finished_at !== null) return backtest;
    await sleep(5);
  }
}

/** Creates a state file with one queued backtest for each value of `fast`. */
async function stateWith(path: string, ...fasts: readonly number[]): Promise<Headers> {
  const server = await serverWith(path, WAITS);
  const headers = keyFor(server);
  for (const fast of fasts) await ask(server, headers, "POST", "", fast);
  await server.close();
  return headers;
}

/** Number of times that each backtest was started without ending, according to the database. */
function startCounts(path: string): readonly number[] {
  const rows = withState(path, (database) => database.prepare("SELECT begun FROM backtests ORDER BY number").all());
  return (rows as { readonly begun: number }[]).map((row) => row.begun);
}

function withState<Result>(path: string, work: (database: StateStore["database"]) => Result): Result {
  const store = new StateStore(path);
  try {
    return work(store.database);
  } finally {
    store.close();
  }
}

/** Resumes the queue of a state file in a child process. Returns the signal that ended the process. */
function killedBy(path: string): Promise<string | undefined> {
  const at = (name: string) => JSON.stringify(join(ROOT, "dist/server", name));
  const program = `
    import { Backtests } from ${at("backtests/backtests.js")};
    import { StateStore } from ${at("store/state-store.js")};
    const queue = new Backtests(${JSON.stringify(KILLS)}, new StateStore(${JSON.stringify(path)}));
    const data = { notes: [], series: [] };
    queue.resume(({ terms }) => ({ spec: () => ({ ...terms.params, data, mostBytes: 1e6 }), clock: () => 0 }));
  `;
  const args = ["--input-type=module", "--eval", program];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env: plainEnvironment(), timeout: 20_000 }, (error) =>
      resolve(error?.signal),
    );
  });
}

test("a backtest that killed its server three times fails, and the other backtests complete", async () => {
  const path = state();
  const headers = await stateWith(path, 5, 6, 7);
  const counts = [];
  for (let kill = 0; kill < 3; kill++) {
    expect(await killedBy(path)).toBe("SIGKILL");
    counts.push(startCounts(path));
  }
  // At its third attempt the backtest runs alone.
  expect(counts).toEqual([
    [1, 1, 0],
    [2, 2, 0],
    [3, 2, 0],
  ]);

  const server = await serverWith(path, EMPTY);
  const failed = await ask(server, headers, "GET", "/bt_1");
  expect(failed).toMatchObject({
    status: "failed",
    progress: 0,
    started_at: null,
    finished_at: "2023-12-15T17:00:00.000Z",
    error: {
      code: "WORKER_LOST",
      message: expect.stringMatching(/^the server ended during 3 runs of this backtest; /),
    },
  });
  expect(await settled(server, headers, "bt_2")).toMatchObject({ status: "completed" });
  expect(await settled(server, headers, "bt_3")).toMatchObject({ status: "completed" });
  await server.close();
  const again = await serverWith(path, EMPTY);
  expect(await ask(again, headers, "GET", "/bt_1")).toEqual(failed);
  await again.close();
});

test("closing the server normally does not count as a failed start of its running and waiting backtests", async () => {
  const path = state();
  const headers = await stateWith(path, 5, 6);
  for (let i = 0; i < 3; i++) {
    const server = await serverWith(path, HANGS);
    await settled(server, headers, "bt_1", "running");
    await server.close();
    expect(startCounts(path)).toEqual([0, 0]);
  }
  const server = await serverWith(path, EMPTY);
  expect(await settled(server, headers, "bt_1")).toMatchObject({ status: "completed" });
  await server.close();
});

test("the last attempt of a backtest waits for running backtests and delays later ones", async () => {
  const path = state();
  const headers = await stateWith(path, 5, 6, 7);
  withState(path, (database) => database.exec("UPDATE backtests SET begun = 2 WHERE number = 2"));
  const server = await serverWith(path, { ...HANGS, threads: 2 });
  const statuses = async () =>
    (await ask(server, headers, "GET")).backtests.toReversed().map(({ status }: { status: string }) => status);
  expect(await statuses()).toEqual(["running", "queued", "queued"]);
  await ask(server, headers, "DELETE", "/bt_1");
  await settled(server, headers, "bt_2", "running");
  expect(await statuses()).toEqual(["canceled", "running", "queued"]);
  await ask(server, headers, "DELETE", "/bt_2");
  await settled(server, headers, "bt_3", "running");
  expect(await statuses()).toEqual(["canceled", "canceled", "running"]);
  await server.close();
});

/** A backtest thread that throws this error. */
const throwing = (name: string, error: string) => threadOf(name, `setTimeout(() => { throw ${error}; });`);

// Messages of Node 20.20.2 for a thread beyond its memory limit and for a missing file.
test.each([
  [
    "runs out of memory",
    throwing(
      "memory.mjs",
      `Object.assign(new Error("Worker terminated due to reaching memory limit: JS heap out of memory"), { code: "ERR_WORKER_OUT_OF_MEMORY" })`,
    ),
    {
      code: "BACKTEST_MEMORY_EXCEEDED",
      message: expect.stringMatching(
        /^a backtest may take 512 MiB of memory; this one took more and was stopped\./,
      ) as string,
    },
  ],
  [
    "throws an error with its own code",
    throwing("own.mjs", `Object.assign(new Error("no such file"), { code: "ENOENT" })`),
    { code: "STRATEGY_FAILED", message: "no such file" },
  ],
  [
    "exits",
    threadOf("exits.mjs", "process.exit(0);"),
    { code: "STRATEGY_FAILED", message: "the thread of the backtest ended before the run was done" },
  ],
  [
    "sends an error of the library",
    threadOf(
      "sent.mjs",
      `say({ error: { name: "HindcastError", code: "ORDER_INVALID", message: "no side", details: "{}" } });`,
    ),
    { code: "ORDER_INVALID", message: "no side" },
  ],
])("a backtest fails with a documented error code if its thread %s", async (_, thread, error) => {
  const server = await serverWith(state(), thread);
  const headers = keyFor(server);
  await ask(server, headers, "POST");
  expect(await settled(server, headers, "bt_1")).toMatchObject({ status: "failed", error });
  expect(readFileSync(join(ROOT, "docs/reference/errors.md"), "utf8")).toContain(`| \`${error.code}\` |`);
  await server.close();
});

test("a backtest waits while the database cannot record its start, and runs later", async () => {
  const path = state();
  const server = await serverWith(path, EMPTY);
  const headers = keyFor(server);
  // Makes the write fail with the error of a full disk.
  server.hindcast.store.database.exec(
    "CREATE TRIGGER full BEFORE UPDATE OF begun ON backtests BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
  );
  await ask(server, headers, "POST");
  expect(await ask(server, headers, "GET", "/bt_1")).toMatchObject({ status: "queued", started_at: null });
  server.hindcast.store.database.exec("DROP TRIGGER full");
  expect(await settled(server, headers, "bt_1")).toMatchObject({ status: "completed" });
  await server.close();
});

test("a server that closes before it could store a backtest's end does not count as killed by the backtest", async () => {
  const path = state();
  const headers = await stateWith(path, 5);
  withState(path, (database) =>
    database.exec(
      "CREATE TRIGGER full BEFORE UPDATE OF status ON backtests BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
    ),
  );
  for (let i = 0; i < 3; i++) {
    const server = await serverWith(path, SAYS_HALF);
    while ((await ask(server, headers, "GET", "/bt_1")).progress < 0.5) await sleep(5);
    // The progress message of the backtest arrives together with its result.
    expect(await ask(server, headers, "GET", "/bt_1")).toMatchObject({ status: "running", finished_at: null });
    await server.close();
    expect(startCounts(path)).toEqual([0]);
  }
});

test("a state file without counts of backtest starts is migrated, and its queued backtest runs", async () => {
  const [path, old] = [state(), state()];
  const headers = await stateWith(path, 5);
  const before = new Database(old);
  migrate(before, MIGRATIONS.slice(0, 7));
  before.exec(`ATTACH '${path}' AS later`);
  for (const table of ["keys", "backtests"]) {
    const names = (before.pragma(`table_info(${table})`, { simple: false }) as { name: string }[]).map(
      (row) => row.name,
    );
    before.exec(`INSERT INTO ${table} (${names.join()}) SELECT ${names.join()} FROM later.${table}`);
  }
  before.close();
  const server = await serverWith(old, EMPTY);
  expect(await settled(server, headers, "bt_1")).toMatchObject({ status: "completed" });
  // A server that closes before it stores the result resets the backtest's start count.
  await ask(server, headers, "GET", "/bt_1/report");
  await server.close();
  expect(startCounts(old)).toEqual([1]);
});
