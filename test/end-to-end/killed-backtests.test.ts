import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { COMMAND_LINE, plainEnvironment } from "../cli/child-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";

const folder = temporaryFolder({});
/** Number of backtests requested before each kill. */
const EACH = 8;
/**
 * How many of the open backtests remain at each kill. The first kill follows a completed backtest, the second comes at once. A backtest
 * running at three kills would fail.
 */
const LEFT: readonly ((open: number) => number)[] = [(open) => open - 1, (open) => open];
const KILLS = LEFT.length;

interface Record {
  readonly id: string;
  readonly status: string;
  readonly created_at: string;
  readonly fingerprint: string | null;
}

interface Served {
  readonly child: ChildProcess;
  readonly address: string;
  readonly key: string | undefined;
}

async function served(): Promise<Served> {
  const { HINDCAST_KEY: _key, ...env } = plainEnvironment();
  const serve = ["serve", "--data", join(ROOT, "data", "sample"), "--at", "2023-12-15T12:00", "--port", "0"];
  const kept = [
    "--state",
    join(folder, "killed.db"),
    "--backtest-threads",
    "2",
    // The server may have to wait for a processor while its backtests and other tests run.
    "--max-delay",
    "0",
  ];
  const child = spawn(process.execPath, [COMMAND_LINE, ...serve, ...kept], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on("data", (chunk: Buffer) => {
      out += String(chunk);
      if (out.includes("market time:")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, address: /address: (\S+)/.exec(out)![1]!, key: /enterprise +(hc_\w+)/.exec(out)?.[1] };
}

test("a server killed with SIGKILL reruns its backtests, with identical results", async () => {
  let key = "";
  let address = "";
  const ask = async (method: string, path: string, body?: object, name = ""): Promise<string> => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body && { "Content-Type": "application/json", "Idempotency-Key": name }),
    };
    const answer = await fetch(`${address}/trading/backtests${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
    return answer.text();
  };
  const requestWith = (fast: number) => ({
    strategy: "sma-cross",
    params: { fast, slow: 50 },
    symbols: ["KO"],
    interval: "1d",
    from: "2018-01-02",
    to: "2023-06-30",
  });
  const list = async () => (JSON.parse(await ask("GET", "?limit=1000")) as { backtests: Record[] }).backtests;
  const reportOf = async (id: string) =>
    Promise.all(["", "/result", "/equity?limit=1000", "/trades", "/report"].map((path) => ask("GET", `/${id}${path}`)));

  /** Responses to the requests, by the name of the request. */
  const answers = new Map<string, string>();
  /** Completed backtests as the server reported them. */
  const completed = new Map<string, readonly string[]>();
  let canceled = "";
  let running: Served | undefined;
  let restarts = 0;
  /** A backtest that was running or waiting at a kill. */
  let interrupted: string | undefined;
  try {
    for (let kill = 0; kill <= KILLS; kill++) {
      const isLast = kill === KILLS;
      running = await served();
      ({ address } = running);
      key ||= running.key!;
      const before = await list();
      // Ids and times are unchanged, and a request repeated with its key gets the same response.
      expect(before.map(({ id }) => id)).toEqual([...answers.values()].map(idOf).toReversed());
      for (const [name, answer] of answers) expect(await ask("POST", "", requestWith(Number(name)), name)).toBe(answer);
      for (const [id, texts] of completed) expect(await reportOf(id)).toEqual(texts);
      if (canceled !== "") expect(before.find(({ id }) => id === canceled)?.status).toBe("canceled");
      interrupted ??= before.findLast(isOpen)?.id;
      restarts += before.filter(isOpen).length;
      for (let i = isLast ? EACH : 0; i < EACH; i++) {
        const name = String(answers.size + 2);
        answers.set(name, await ask("POST", "", requestWith(Number(name)), name));
      }
      if (kill === 0) {
        canceled = idOf([...answers.values()].at(-1)!);
        await ask("DELETE", `/${canceled}`);
      }
      // The last server completes all backtests.
      const left = isLast ? 0 : LEFT[kill]!((await list()).filter(isOpen).length);
      while ((await list()).filter(isOpen).length > left) await sleep(5);
      for (const { id, status } of await list()) {
        if (status === "completed" && !completed.has(id)) completed.set(id, await reportOf(id));
      }
      if (isLast) {
        const [name] = [...answers].find(([, answer]) => idOf(answer) === interrupted)!;
        const straight = idOf(await ask("POST", "", requestWith(Number(name)), "straight"));
        while ((await list()).some(isOpen)) await sleep(20);
        const [mine, its] = [await ask("GET", `/${straight}/result`), completed.get(interrupted!)![1]!];
        expect(its.replace(interrupted!, straight), "a restarted backtest has the result of an uninterrupted one").toBe(
          mine,
        );
      }
      const { child } = running;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
  } finally {
    running?.child.kill("SIGKILL");
  }
  expect(restarts, "number of backtests interrupted by a kill").toBeGreaterThan(KILLS);
  expect(completed.size).toBe(EACH * KILLS - 1);
}, 180_000);

function idOf(answer: string): string {
  return (JSON.parse(answer) as Record).id;
}

function isOpen({ status }: Record): boolean {
  return status === "queued" || status === "running";
}
