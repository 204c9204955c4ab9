import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../cli/answer.ts";
import { call } from "../cli/call.ts";
import { readJson, ROOT } from "../house/source-files.ts";
import { hindcastArguments } from "./shell-lines.ts";

/** Programs that a page may call with any arguments, which are not checked. */
const UNCHECKED = new Set(["cd", "cp", "git", "mkdir", "export", "curl", "npx"]);

/** Describes what is wrong with a command on a page, such as an unknown option or file; undefined if nothing is. Does not run the command. */
export async function commandFault(words: readonly string[]): Promise<string | undefined> {
  const args = hindcastArguments(words);
  if (args !== undefined) return hindcastFault(args);
  if (words[0] === "npm") return npmFault(words.slice(1));
  if (words[0] === "node") {
    const missing = words.slice(1).find((word) => /\.[cm]?[jt]s$/.test(word) && !existsSync(join(ROOT, word)));
    return missing === undefined ? undefined : `${missing} is not a file of this project`;
  }
  return UNCHECKED.has(words[0]!) ? undefined : `${words[0]} is not a program that pages may run`;
}

function npmFault([command, script, ...rest]: readonly string[]): string | undefined {
  if (command === "test" || command === "run") {
    const { scripts } = readJson("package.json") as { scripts: Readonly<Record<string, string>> };
    const name = command === "test" ? "test" : script!;
    if (!Object.hasOwn(scripts, name)) return `npm run ${name}: unknown script`;
    return undefined;
  }
  const known = ["ci", "install", "pack", "pkg"].includes(command!);
  return known ? undefined : `npm ${[command, script, ...rest].join(" ")} is not a command that pages may run`;
}

const helps = new Map<string, Promise<Answer>>();

/** Returns the help of a command of the command line, from a cache if it was asked for before. */
function helpConfiguration(words: readonly string[]): Promise<Answer> {
  const command = words.join(" ");
  let help = helps.get(command);
  if (help === undefined) helps.set(command, (help = call([...words, "--help", "all"])));
  return help;
}

/** Checks arguments of `hindcast` against the help of their command, without running it. */
async function hindcastFault(args: readonly string[]): Promise<string | undefined> {
  if (args[0] === "help" || args.every((arg) => arg.startsWith("-"))) return undefined;
  const option = args.findIndex((arg) => arg.startsWith("-"));
  const { code, out } = await helpConfiguration(option < 0 ? args : args.slice(0, option));
  const written = `hindcast ${args.join(" ")}`;
  // For an unknown command, the library commander prints the help of the whole program.
  if (code !== 0 || out.startsWith("Usage: hindcast [options] [command]")) return `${written}: unknown command`;
  const options = new Set([...out.matchAll(/(?<=^ {2}|, )--?[a-zA-Z][\w-]*/gm)].map(([name]) => name));
  const unknown = args.find((arg) => /^--?[a-zA-Z]/.test(arg) && !options.has(arg.replace(/=.*/s, "")));
  return unknown === undefined ? undefined : `${written}: unknown option ${unknown}`;
}
