import { join } from "node:path";
import { expect, test } from "vitest";
import { KeyRing } from "../../src/server/keys/key-ring.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder({});
const state = join(folder, "state.db");

test("hindcast keys creates, lists, rotates and revokes API keys in a state file", async () => {
  const made = await call(["keys", "create", "--state", state, "--tier", "pro", "--name", "notebook"]);
  expect(made).toMatchObject({ code: 0, err: "" });
  const text = made.out.split("\n")[0]!;
  const id = text.split("_")[1]!;
  expect(text).toMatch(/^hc_\w{12}_\w{38}$/);

  const rotated = await call(["keys", "rotate", id, "--state", state, "--json"]);
  const { key, api_key: next } = JSON.parse(rotated.out);
  expect(key).toMatchObject({ name: "notebook", tier: "pro", revoked_at: null });

  const list = await call(["keys", "list", "--state", state]);
  const lines = list.out.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^id +name +tier +created +expires +revoked +last used +requests +scopes$/);
  expect(lines[1]).toMatch(
    new RegExp(`^${id} +notebook +pro +\\S+ +never +\\S+ +never +0 +market_data:read stream:read`),
  );
  expect(lines[2]).toMatch(new RegExp(`^${key.id} +notebook +pro +\\S+ +never +never +0 +market_data:read`));
  expect(list.out).not.toContain(next.slice(16));

  const revoked = await call(["keys", "revoke", key.id, "--state", state, "--json"]);
  expect(JSON.parse(revoked.out).keys).toMatchObject([{ id: key.id, revoked_at: expect.any(String) }]);
});

test("hindcast keys create sets the scopes and the expiry of an API key from its options", async () => {
  const options = ["--tier", "free", "--scope", "admin,market_data:read", "--expires", "2999-01-01", "--json"];
  const { out } = await call(["keys", "create", "--state", state, ...options]);
  const { key, api_key: text } = JSON.parse(out);
  expect(key).toMatchObject({ scopes: ["admin", "market_data:read"], expires_at: "2999-01-01T00:00:00.000Z" });
  const store = new StateStore(state);
  expect(new KeyRing(store, Date.now).find(text)?.key.id).toBe(key.id);
  store.close();
});

test.each([
  [["create", "--tier", "gold"], 1, '--tier must be one of free, pro, enterprise, was "gold"'],
  [
    ["create", "--tier", "free", "--scope", "all"],
    1,
    '--scope must be one of market_data:read, stream:read, trading:read, trading:write, backtest, replay:control, replay:main, replay:faults, admin, was "all"',
  ],
  [
    ["create", "--tier", "free", "--expires", "2001-01-01"],
    1,
    '--expires must be a time in the future, was "2001-01-01"',
  ],
  [
    ["create", "--tier", "free", "--name", "a\nb"],
    1,
    String.raw`--name must be one line of 1 to 100 characters, none of them control characters, was "a\nb"`,
  ],
  [
    ["create", "--tier", "free", "--name", ""],
    1,
    '--name must be one line of 1 to 100 characters, none of them control characters, was ""',
  ],
  [
    ["rotate", "000000000000", "--grace", "604801"],
    1,
    "--grace must be a whole number of seconds from 0 to 604800, was 604801",
  ],
  [["revoke", "nobody"], 1, "no active key has the id nobody"],
  [["rotate", "nobody"], 1, "no active key has the id nobody"],
  [["create"], 2, "required option '--tier <tier>' not specified; see hindcast help keys create"],
] as const)("hindcast keys %j is refused with an error message", async (args, code, message) => {
  expect(await call(["keys", ...args, "--state", state])).toMatchObject({
    code,
    out: "",
    err: `hindcast: ${message}\n`,
  });
});

test("hindcast keys refuses a state path that is a folder", async () => {
  const { code, err } = await call(["keys", "list", "--state", folder]);
  expect(code).toBe(1);
  expect(err).toMatch(/^hindcast: the state file .* cannot be used: /);
});
