import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { call } from "./call.ts";

const silent = { write: () => undefined };
const paths = pathsOf(await createProgram({ stdout: silent, stderr: silent, env: {} }), []);

/** Full names of all subcommands of `command`, at every level. */
function pathsOf(command: Command, path: readonly string[]): string[][] {
  return command.commands.flatMap((each) => {
    const fullName = [...path, each.name()];
    return [fullName, ...pathsOf(each, fullName)];
  });
}

test("subcommands are nested up to four levels deep, as in replay control faults set", () => {
  expect(paths).toContainEqual(["run"]);
  expect(paths).toContainEqual(["keys", "create"]);
  expect(paths).toContainEqual(["replay", "control", "faults", "set"]);
});

test.each(paths.map((path) => path.join(" ")))(
  "hindcast help %s prints the same text as --help after the command",
  async (text) => {
    const path = text.split(" ");
    const fullName = await call([...path, "--help"]);
    expect(fullName).toMatchObject({ code: 0, err: "" });
    expect(fullName.out.split(/ \[| </)[0]).toBe(`Usage: hindcast ${text}`);
    expect(fullName.out.split("\n\n")[1]).toMatch(/^[A-Z][^]*\.$/);
    // "help" may precede any word of the name.
    for (let place = 0; place < path.length; place++)
      expect(await call(path.toSpliced(place, 0, "help"))).toEqual(fullName);
  },
);

test("hindcast help prints the help of the program, and hindcast keys help that of the command keys", async () => {
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
])("hindcast %j is refused with an error that names the help to read", async (args, message) => {
  expect(await call(args)).toEqual({ code: 2, out: "", err: `hindcast: ${message}\n` });
});
