import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { call } from "./call.ts";

const silent = { write: () => undefined };
const program = await createProgram({ stdout: silent, stderr: silent, env: {} });

/** A command and all its subcommands with their full names. The program itself has an empty name. */
function commandsOf(command: Command, path: readonly string[]): [string, Command][] {
  const below = command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
  return [[path.join(" "), command], ...below];
}

describe.each(commandsOf(program, []))("hindcast %s", (text, command) => {
  const path = text.split(" ").filter((word) => word !== "");

  test("--help prints the most common options on one screen", async () => {
    const { code, out, err } = await call([...path, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(40);
  });

  test("--help all prints every option", async () => {
    const { code, out, err } = await call([...path, "--help", "all"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    const flags = command.options.map(({ long }) => long!);
    expect(flags.filter((flag) => !new RegExp(`^  (?:-., )?${flag}(?: |$)`, "m").test(out))).toEqual([]);
    expect(await call(["help", ...path, "all"])).toEqual({ code, out, err });
  });

  test("--help says how to list all options if it leaves some out", async () => {
    const [short, all] = [await call([...path, "--help"]), await call([...path, "--help", "all"])];
    const flagsOf = (out: string) => [...out.matchAll(/^ {2}(?:-., )?(--[\w-]+)/gm)].map(([, flag]) => flag!);
    const hidden = flagsOf(all.out).filter((flag) => !flagsOf(short.out).includes(flag));
    expect(short.out.endsWith(`\nhindcast ${text} --help all lists all options.\n`)).toBe(hidden.length > 0);
    expect(command.options.filter(({ mandatory, long }) => mandatory && hidden.includes(long!))).toEqual([]);
  });
});

test("hindcast run --help all lists options in the groups of the settings", async () => {
  const { out } = await call(["run", "--help", "all"]);
  const groups = [...out.matchAll(/^([A-Z]\w+):$/gm)].map(([, group]) => group);
  expect(groups).toEqual([
    "Arguments",
    "Data",
    "Strategy",
    "Account",
    "Costs",
    "Fills",
    "Output",
    "Options",
    "Examples",
  ]);
});

test("hindcast run --help lists the most common options", async () => {
  const { out } = await call(["run", "--help"]);
  const flags = ["data", "symbol", "from", "to", "param", "cash", "commission", "slippage", "fill-at", "out", "json"];
  for (const flag of flags) expect(out).toMatch(new RegExp(`^  --${flag} `, "m"));
});
