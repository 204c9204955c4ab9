import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Answer, withoutReadings } from "./answer.ts";
import { COMMAND_LINE, hindcast, plainEnvironment } from "./child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Source of a strategy that misbehaves at its first bar in the way that its parameter `action` names. */
const BAD = `
  import { writeSync } from "node:fs";
  import { defineStrategy, param } from "hindcast";
  const held = [];
  const forEver = () => { writeSync(2, "begun"); for (;;); };
  const actions = {
    none: () => undefined,
    loop: forEver,
    "deaf-loop": () => { for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => undefined); forEver(); },
    exit: () => process.exit(0),
    "late-exit": () => setTimeout(() => process.exit(0)),
    abort: () => process.abort(),
    "throw-text": () => { throw "a word"; },
    "throw-undefined": () => { throw undefined; },
    interval: () => setInterval(() => undefined, 1000),
    objects: () => { for (;;) held.push({ held: held.length, more: [1, 2, 3] }); },
    numbers: () => { for (;;) held.push(held.length); },
    columns: () => { for (;;) held.push(new Float64Array(100_000).fill(1)); },
    prints: () => { for (;;) console.log("more"); },
  };
  export default defineStrategy({
    name: "bad",
    params: { action: param.choice(Object.keys(actions), { default: "none" }), n: param.integer({ default: 1 }) },
    onBar: ({ bar, params }) => bar.index === 0 && void actions[params.action](),
  });
`;
const EXITS = `import { defineStrategy } from "hindcast";
  process.exit(0);
  export default defineStrategy({ name: "exits", onBar() {} });`;
const folder = temporaryFolder({ "bad.mjs": BAD, "exits.mjs": EXITS, "prices.csv": samplePrices(300) });
const DATA = ["--data", join(folder, "prices.csv")];
const STRATEGY = [join(folder, "bad.mjs"), ...DATA];
const action = (...names: readonly string[]) => ["--param", `action=${names.join(",")}`];
const failure = (text: string): Answer => ({ code: 1, out: "", err: `hindcast: ${text}\n` });

// The tests start child processes and run concurrently, since starting a process takes most of the time.
describe("a sweep", { concurrent: true }, () => {
  const swept = async (name: string, threads = 1, more: readonly string[] = []) => {
    const args = ["sweep", ...STRATEGY, ...action("none", name), "--threads", String(threads), "--csv", ...more];
    return withoutReadings(await hindcast(args));
  };

  test.each([
    ["exit", "bad ended its process with code 0 in trial 1: action exit"],
    ["late-exit", "bad ended its process with code 0 in trial 1: action late-exit"],
    ["objects", "bad exceeded the memory limit of trials in trial 1: action objects"],
    ["numbers", "bad exceeded the memory limit of trials in trial 1: action numbers"],
    ["columns", "bad exceeded the memory limit of trials in trial 1: action columns"],
  ])(
    "fails and names the trial whose strategy ends the process or uses too much memory: %s",
    async (name, text) => {
      expect(await swept(name, 1, ["--memory", "200"])).toEqual(failure(text));
    },
    120_000,
  );

  test("names the trial that exceeded the memory limit while trials ran in parallel", async () => {
    const text = "bad exceeded the memory limit of trials in trial 4: action columns, n 1";
    const more = ["--memory", "200", "--param", "n=1..4"];
    expect(await swept("columns", 2, more)).toEqual(failure(text));
  }, 120_000);

  test("fails at the memory limit if a strategy prints endlessly", async () => {
    const { code, out, err } = await swept("prints", 1, ["--memory", "200"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err.split("hindcast: ").at(-1)).toBe("bad exceeded the memory limit of trials in trial 1: action prints\n");
  }, 120_000);

  test.each([
    ["abort", /process\.abort\(\) is not supported in workers .*in trial 1: action abort/],
    ["throw-text", /^hindcast: Error: a word \(bad, at .*\), in trial 1: action throw-text/],
    ["throw-undefined", /^hindcast: Error: undefined \(bad, at .*\), in trial 1: action throw-undefined/],
  ])(
    "names the trial whose strategy aborts or throws a value that is no error: %s",
    async (name, text) => {
      const { code, out, err } = await swept(name);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(text);
    },
    120_000,
  );

  test("ends even if a strategy left a timer running", async () => {
    const { code, out, err } = await swept("interval");
    expect([code, err, out.split("\n").length]).toEqual([0, "", 4]);
  }, 120_000);
});

describe("a command with a single run", { concurrent: true }, () => {
  test.each([
    ["exit", "run"],
    ["exit", "monte-carlo"],
    ["exit", "check", "run"],
  ])(
    "fails if the strategy ends the process with code 0: %s in %s",
    async (name, ...command) => {
      const text = "a strategy ended the process with code 0 before the command was done";
      const answer = await hindcast([...command, ...STRATEGY, ...action(name), "--json"]);
      expect(withoutReadings(answer)).toEqual(failure(text));
    },
    60_000,
  );

  test("fails and names the strategy's file if the file ends the process while it loads", async () => {
    const file = join(folder, "exits.mjs");
    const text = `${file} ended the process with code 0 before the command was done`;
    const calls = [["run"], ["sweep", "--threads", "1"]].map(([command, ...more]) => [
      command!,
      file,
      ...DATA,
      ...more,
    ]);
    calls.push(["serve", "--data", join(ROOT, "data/sample"), "--strategies", folder]);
    expect(await Promise.all(calls.map((args) => hindcast(args)))).toEqual(calls.map(() => failure(text)));
  }, 60_000);

  test("ends even if the strategy left a timer running", async () => {
    expect(await hindcast(["run", ...STRATEGY, ...action("interval"), "--quiet"])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
  }, 60_000);
});

/** Starts a command whose strategy never returns, and sends it signals once the strategy runs. */
async function runAndStop(args: readonly string[], ...signals: readonly NodeJS.Signals[]) {
  const child = spawn(process.execPath, [COMMAND_LINE, ...args], {
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let err = "";
  let isSent = false;
  for await (const chunk of child.stderr) {
    err += String(chunk);
    if (!err.includes("begun") || isSent) continue;
    isSent = true;
    for (const signal of signals) child.kill(signal);
  }
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return { code, signal, err: err.replaceAll("begun", "") };
}

describe("a strategy that never returns", { concurrent: true }, () => {
  const trials = (name: string) => [...STRATEGY, ...action("none", name), "--threads", "1"];
  const said = (text: string) => ({ code: 130, signal: null, err: `hindcast: stopped: ${text}\n` });

  test.each(["loop", "deaf-loop"])(
    "is stopped by an interrupt in every command with many runs, with the action %s",
    async (name) => {
      const journal = join(folder, `${name}.ndjson`);
      const resumes = `${journal} contains the finished trials; repeat the command to continue`;
      const kept = "no trial was saved; --journal FILE saves every finished trial";
      const answers = await Promise.all([
        runAndStop(["sweep", ...trials(name)], "SIGINT"),
        runAndStop(["sweep", ...trials(name), "--journal", journal], "SIGTERM"),
        runAndStop(["optimize", ...trials(name), "--trials", "2"], "SIGINT"),
        runAndStop(["walk-forward", ...trials(name), "--train", "100", "--test", "50"], "SIGINT"),
      ]);
      expect(answers).toEqual([kept, resumes, kept, "nothing was kept"].map(said));
      expect(readFileSync(journal, "utf8")).toMatch(/^\{.*\}\n/);
    },
    120_000,
  );

  test("is killed by a second signal if the first has no effect yet", async () => {
    const { code, signal } = await runAndStop(["sweep", ...trials("loop")], "SIGINT", "SIGTERM");
    // The first signal may be handled before the second arrives.
    expect([code, signal === null ? "" : "by signal"].join(" ")).toMatch(/^130 $|^ by signal$/);
  }, 60_000);

  test.each(["run", "monte-carlo"])(
    "is stopped by Ctrl-C in hindcast %s, even if the strategy handles signals itself",
    async (command) => {
      const calls = ["loop", "deaf-loop"].map((name) => [command, ...STRATEGY, ...action(name)]);
      const answer = { code: null, signal: "SIGINT", err: "" };
      expect(await Promise.all(calls.map((args) => runAndStop(args, "SIGINT")))).toEqual([answer, answer]);
    },
    60_000,
  );
});
