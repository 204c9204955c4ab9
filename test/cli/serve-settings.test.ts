import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SERVER_DEFAULTS } from "../../src/server/server-settings.ts";
import { STREAM_DEFAULTS } from "../../src/server/stream/stream-settings.ts";
import { MARKET_DATA_DEFAULTS } from "../../src/server/market-data/market-data-settings.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface Row {
  readonly value: unknown;
  readonly from: string;
  readonly flag: string;
  readonly variable: string;
}

const folder = temporaryFolder({
  "settings.json": JSON.stringify({
    cash: 3_000,
    initialMargin: 0.4,
    port: 9_000,
    accessLog: true,
    commission: "0.001",
  }),
  "misspelt.json": JSON.stringify({ initalMargin: 0.4 }),
  "nested.json": JSON.stringify({ cash: { amount: 5 } }),
  "wrong.json": JSON.stringify({ port: 70_000 }),
  "list.json": "[]",
  "broken.json": "{",
});
const file = (name: string) => ["--config", join(folder, name)];

async function printed(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, Row>> {
  const { code, out, err } = await call(["serve", "--print-config", ...args], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Record<string, Row>;
}

describe("a setting of hindcast serve", () => {
  test("comes from its flag, else from the environment, else from the settings file, else from its default", async () => {
    const env = {
      HINDCAST_CASH: "2000",
      HINDCAST_INITIAL_MARGIN: "0.6",
      HINDCAST_HISTORY_LIMITS: "yahoo",
      HINDCAST_ADMIN_PORT: "9187",
    };
    const all = await printed(["--cash", "1000", ...file("settings.json")], env);
    expect(all["cash"]).toEqual({ value: 1_000, from: "flag", flag: "--cash", variable: "HINDCAST_CASH" });
    expect(all["initialMargin"]).toMatchObject({ value: 0.6, from: "environment" });
    expect(all["historyLimits"]).toMatchObject({ value: "yahoo", from: "environment" });
    expect(all["adminPort"]).toMatchObject({ value: 9_187, from: "environment", flag: "--admin-port" });
    expect(all["port"]).toMatchObject({ value: 9_000, from: "file" });
    expect(all["accessLog"]).toMatchObject({ value: true, from: "file" });
    expect(all["commission"]).toMatchObject({ value: { model: "percent", rate: 0.001 }, from: "file" });
    expect(all["maintenanceMargin"]).toMatchObject({ value: 0.25, from: "default" });
  });

  test("can come from a file that HINDCAST_CONFIG names, and ignores an empty environment variable", async () => {
    const all = await printed([], { HINDCAST_CONFIG: join(folder, "settings.json"), HINDCAST_PORT: "" });
    expect(all["port"]).toMatchObject({ value: 9_000, from: "file" });
  });

  test("has the same default as in the library's server", async () => {
    const all = await printed([]);
    for (const [name, value] of Object.entries(MARKET_DATA_DEFAULTS)) expect(all[name]!.value, name).toBe(value);
    for (const [name, value] of Object.entries(STREAM_DEFAULTS)) {
      const attribute = `stream${name[0]!.toUpperCase()}${name.slice(1)}`;
      // The stream has no setting for origins: --cors sets them.
      if (name !== "origins") expect(all[attribute]!.value, name).toBe(value);
    }
    expect(all["failedAttempts"]!.value).toBe(SERVER_DEFAULTS.failedAttemptLimit);
    expect(all["maxOpenOrders"]!.value).toBe(SERVER_DEFAULTS.maxOpenOrders);
    expect(all["maxSessionsPerKey"]!.value).toBe(SERVER_DEFAULTS.maxSessionsPerKey);
    expect([all["adminPort"]!.value, all["adminHost"]!.value]).toEqual([null, "127.0.0.1"]);
    expect(all["cash"]!.value).toBe(100_000);
    expect(all["from"]!.value).toBeNull();
  });

  test.each([
    [["--cash", "much"], {}, '--cash must be a number, was "much"'],
    [[], { HINDCAST_CASH: "much" }, 'HINDCAST_CASH must be a number, was "much"'],
    [[], { HINDCAST_EXTENDED_PERIODS: "yes" }, 'HINDCAST_EXTENDED_PERIODS must be one of true, false, was "yes"'],
    ...["http://localhost:3000/", "localhost:3000", "https://Desk.example", "https://desk.example:443", ""].map(
      (origin): [string[], Record<string, string>, string] => [
        ["--cors", origin],
        {},
        `--cors must be an origin such as https://desk.example or http://localhost:3000, was "${origin}"`,
      ],
    ),
    [
      ["--allow-host", "market.example,http://b"],
      {},
      '--allow-host must be names of hosts without a port, such as market.example, or *, was "market.example,http://b"',
    ],
    [file("wrong.json"), {}, `port of ${join(folder, "wrong.json")} must be a whole number from 0 to 65535, was 70000`],
    [
      file("misspelt.json"),
      {},
      `${join(folder, "misspelt.json")} must name settings only, has "initalMargin"; did you mean initialMargin?`,
    ],
    [
      file("nested.json"),
      {},
      `${join(folder, "nested.json")} must set cash to a text, a number or a boolean, was {"amount":5}`,
    ],
    [file("list.json"), {}, `${join(folder, "list.json")} must be an object of settings, was []`],
  ])("is refused if invalid, with the name of its flag, variable or file: %j %j", async (args, env, message) => {
    const answer = await call(["serve", "--print-config", ...args], { env: env as Record<string, string> });
    expect(answer).toEqual({ code: 1, out: "", err: `hindcast: ${message}\n` });
  });

  test("may be a list of host names (--allow-host)", async () => {
    const names = ["market.example", "desk"];
    expect((await printed(["--allow-host", "market.example, desk"]))["allowHost"]!.value).toEqual(names);
    expect((await printed([], { HINDCAST_ALLOW_HOST: "market.example,desk" }))["allowHost"]!.value).toEqual(names);
  });

  test.each(["*", "http://localhost:3000", "https://desk.example", "chrome-extension://abcdefgh"])(
    "may be the origin %s (--cors)",
    async (origin) => {
      expect((await printed(["--cors", origin]))["cors"]!.value).toBe(origin);
    },
  );

  test("is refused if the settings file is missing or not JSON", async () => {
    for (const name of ["broken.json", "missing.json"]) {
      const { code, err } = await call(["serve", "--print-config", ...file(name)]);
      expect([code, err]).toEqual([1, expect.stringContaining("must be a JSON file, ")]);
    }
  });

  test("is required if it has no default (--data)", async () => {
    const { code, err } = await call(["serve"]);
    expect([code, err]).toEqual([
      2,
      "hindcast: required option '--data <dir>' not specified; see hindcast help serve\n",
    ]);
  });
});
