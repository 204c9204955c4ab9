import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPEN_PATHS } from "../../src/server/open-routes.ts";
import { ROUTES } from "../../src/server/routes/index.ts";
import { COMMAND_LINE, hindcast, plainEnvironment } from "../cli/child-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { markdownBlocks } from "../surface/markdown-blocks.ts";
import { hindcastArguments, shellCommands } from "../surface/shell-lines.ts";

/** Pages of the docs, in the order in which their curl lines run. */
const PAGES = ["docs/reference/api.md", "docs/reference/api-trading.md", "docs/reference/replay.md"];
const ADDRESS = "http://127.0.0.1:8787";

const pages = PAGES.map((path) => ({ path, blocks: markdownBlocks(readFileSync(join(ROOT, path), "utf8")) }));
const lines = pages.flatMap(({ path, blocks }) =>
  blocks
    .filter(({ marks }) => marks.includes("curl"))
    .flatMap(({ text, line }) => text.split("\n").map((command, i) => ({ place: `${path}:${line + 1 + i}`, command })))
    .filter(({ command }) => command !== ""),
);

const endpoints = [...ROUTES, ...OPEN_PATHS.map((path) => ({ ...path, status: 200 }))].map(
  ({ method, address, status = 200 }) => ({
    name: `${method} ${address}`,
    // A fixed path such as `orders/target` comes before a pattern such as `orders/:id`.
    pattern: new RegExp(`^${method} ${address.replaceAll(/:\w+/g, "[^/]+")}$`),
    written: !address.includes(":"),
    status,
  }),
);

/** A request that a curl line of the docs sent: the line's location, the endpoint and the status of the response. */
interface RequestReport {
  readonly place: string;
  readonly endpoint: string;
  readonly status: number;
}

function parseReport(report: string): RequestReport {
  const [place, status, method, url] = report.split(" ") as [string, string, string, string];
  const request = `${method} ${new URL(url).pathname}`;
  const fitting = endpoints.filter(({ pattern }) => pattern.test(request));
  const endpoint = fitting.find(({ written }) => written) ?? fitting[0];
  return { place, endpoint: endpoint?.name ?? request, status: Number(status) };
}

/** A shell script with the curl lines as a reader would paste them. A wrapper of curl reports each request on standard error. */
function scriptOf(address: string): string {
  const report = String.raw`%{stderr}\n:$place %{http_code} %{method} %{url_effective}\n`;
  const wrapper = `curl() { command curl -sS --max-time 20 -w "${report}" "$@"; }`;
  const placed = lines.map(({ place, command }) => `place=${place}\n${command.replace(ADDRESS, address)}`);
  return ["set -u", wrapper, ...placed, ""].join("\n");
}

const { error: absent } = spawnSync("curl", ["--version"]);
if (absent !== undefined) console.warn("The curl lines in the docs are not tested: curl is not installed.");

describe.skipIf(absent !== undefined)("the curl lines in the docs, run in order (curl must be installed)", () => {
  const folder = temporaryFolder({});
  let requests: readonly RequestReport[] = [];
  let others: readonly string[] = [];
  let stop = async (): Promise<void> => {};
  afterAll(() => stop());

  beforeAll(async () => {
    symlinkSync(join(ROOT, "data"), join(folder, "data"));
    // Commands of the first page that create an API key and start the server.
    const [keys, serve] = pages[0]!.blocks
      .filter(({ text }) => text.includes("keys create --state"))
      .flatMap(({ text }) => shellCommands(text).map((words) => hindcastArguments(words)!));
    const [key] = (await hindcast(keys!, folder)).out.split("\n");
    const server = spawn(process.execPath, [COMMAND_LINE, ...serve!, "--port", "0"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    stop = async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    };
    let started = "";
    for await (const chunk of server.stdout) {
      started += String(chunk);
      if (started.includes("market time:")) break;
    }
    const address = /address: (\S+)\/v2/.exec(started)![1]!;

    const env = { ...plainEnvironment(), HINDCAST_KEY: key };
    const shell = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, timeout: 90_000 });
    shell.stdout.resume();
    shell.stdin.end(scriptOf(address));
    let wrapper = "";
    shell.stderr.on("data", (chunk: Buffer) => (wrapper += String(chunk)));
    await once(shell, "close");
    const reports = wrapper.split("\n").filter((line) => line !== "");
    requests = reports.filter((line) => line.startsWith(":")).map((line) => parseReport(line.slice(1)));
    others = reports.filter((line) => !line.startsWith(":"));
  }, 120_000);

  test("get the documented status, and print no errors", () => {
    const documented = new Map(endpoints.map(({ name, status }) => [name, status]));
    expect(requests.filter(({ endpoint, status }) => documented.get(endpoint) !== status)).toEqual([]);
    expect(others).toEqual([]);
  });

  test("send one request each", () => {
    const asking = lines.filter(({ command }) => /^curl |^until curl |\$\(curl /.test(command));
    expect([...new Set(requests.map(({ place }) => place))]).toEqual(asking.map(({ place }) => place));
    const distinct = new Set(requests.map(({ place, endpoint }) => `${place} ${endpoint}`));
    expect(distinct.size).toBe(asking.length);
  });

  test("cover every endpoint once, except for a second seek before orders that need a price", () => {
    const endpoint = [...new Map(requests.map(({ place, endpoint }) => [place, endpoint])).values()];
    expect(endpoint.toSorted()).toEqual([...endpoints.map(({ name }) => name), "POST /_replay/seek"].toSorted());
  });

  test("write the report of a backtest to a file", () => {
    expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("<!doctype html>");
  });
});
