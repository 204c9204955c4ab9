import type { Command } from "commander";
import { expect, test } from "vitest";
import { programOf } from "../../src/cli/program.ts";
import { call } from "./call.ts";

const silent = { write: () => undefined };
const paths = pathsOf(await programOf({ stdout: silent, stderr: silent, env: {} }), []);

/** Names of every command below one, groups of commands too. */
function pathsOf(command: Command, path: readonly string[]): string[][] {
  return command.commands.flatMap((each) => {
    const own = [...path, each.name()];
    return [own, ...pathsOf(each, own)];
  });
}

test("commands lie up to four names deep", () => {
  expect(paths).toContainEqual(["run"]);
  expect(paths).toContainEqual(["keys", "create"]);
  expect(paths).toContainEqual(["replay", "control", "faults", "set"]);
});

test.each(paths.map((path) => path.join(" ")))("help %s is the help of that command", async (text) => {
  const path = text.split(" ");
  const own = await call([...path, "--help"]);
  expect(own).toMatchObject({ code: 0, err: "" });
  expect(own.out.split(/ \[| </)[0]).toBe(`Usage: hindcast ${text}`);
  expect(own.out.split("\n\n")[1]).toMatch(/^[A-Z][^]*\.$/);
  // Wherever the word help stands before the last name.
  for (let place = 0; place < path.length; place++) expect(await call(path.toSpliced(place, 0, "help"))).toEqual(own);
});

test("help after a group is the help of the group, and alone that of the program", async () => {
  expect(await call(["keys", "help"])).toEqual(await call(["keys", "--help"]));
  expect(await call(["help"])).toEqual(await call(["--help"]));
  expect(await call(["help", "list", "indicators"])).toEqual(await call(["list", "--help"]));
});

test.each([
  [["help", "chek"], "unknown command 'chek' (did you mean check?); see hindcast help"],
  [["chek", "--help"], "unknown command 'chek' (did you mean check?); see hindcast help"],
  [["help", "check", "lookahed"], "unknown command 'lookahed' (did you mean lookahead?); see hindcast help check"],
  [["replay", "control", "seke"], "unknown command 'seke' (did you mean seek?); see hindcast help replay control"],
  [["keys", "list"], "required option '--state <file>' not specified; see hindcast help keys list"],
  [["run", "sma-cross", "--dta", "a.csv"], "unknown option '--dta' (did you mean --data?); see hindcast help run"],
  [["run", "sma-cross", "--wherefrom=a.csv"], "unknown option '--wherefrom'; see hindcast help run"],
])("%j names the place where the call went wrong", async (args, message) => {
  expect(await call(args)).toEqual({ code: 2, out: "", err: `hindcast: ${message}\n` });
});
