import { posix } from "node:path";
import { checkFields } from "./check-fields.ts";
import { checkNames } from "./check-names.ts";
import { readImports, type Import } from "./read-imports.ts";
import { FRONT_DOOR, PACKAGE_HOMES, ROOMS, type Room } from "./rooms.ts";
import { type ParsedSource, parseSource } from "./parse-source.ts";

/** What the rules need to know of package.json. */
export interface PackageFacts {
  /** Packages that a user's install brings along: dependencies and peers. */
  readonly runtimePackages: ReadonlySet<string>;
  /** `hindcast`, `hindcast/indicators` and so on. */
  readonly publicNames: ReadonlySet<string>;
}

const MAX_LINES = 500;

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|soak|config|d))?\.ts$/;

/** What is wrong with a file of the repository, one sentence each; empty when it keeps every rule. */
export function checkSource(path: string, text: string, facts: PackageFacts): string[] {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const wrong: string[] = [];
  if (lines > MAX_LINES)
    wrong.push(`${path}: a file has at most ${MAX_LINES} lines, this one ${lines}: split it by noun`);
  if (!NAME.test(posix.basename(path)))
    wrong.push(`${path}: a file is named in kebab-case after the one thing it holds`);

  // Settings of a tool that happen to stand in a room are read by the tool alone.
  if (path.endsWith(".config.ts")) return wrong;
  if (path.startsWith("src/")) return [...wrong, ...checkInside(path, text, facts)];
  if (path.startsWith("strategies/")) return [...wrong, ...checkStrategy(path, text, facts)];
  return wrong;
}

function checkInside(path: string, text: string, facts: PackageFacts): string[] {
  const name = roomOf(path);
  const room = name === "" ? (path === "src/index.ts" ? FRONT_DOOR : undefined) : ROOMS[name];
  if (room === undefined)
    return [`${path}: every file of src is in a room of the table, or the front door src/index.ts`];

  const source = parseSource(path, text);
  const imports = readImports(source).flatMap((entry) =>
    problemOf(path, name, room, entry, facts).map((problem) => at(path, entry.line, problem)),
  );
  const pure = room.pure === true || room === FRONT_DOOR;
  const references = /^\s*\/\/\/\s*<reference/m.test(text)
    ? [`${path}: a room's types are named in its tsconfig.json`]
    : [];
  const names = checkNames(path, source, { timers: !pure, clock: room.wallClock === true });
  const fields = name === "primitives" || name === "indicators" ? checkFields(path, source) : [];
  return [...imports, ...references, ...doorProblem(path, name, source), ...names, ...fields];
}

/** A door has nothing of its own, so that what it names has a file that is named after it. */
function doorProblem(path: string, name: string, { program, lineOf }: ParsedSource): string[] {
  if (path !== "src/index.ts" && path !== `src/${name}/index.ts`) return [];
  const own = program.body.find(
    (statement) => !/^(Import|ExportAll)/.test(statement.type) && !("source" in statement && statement.source),
  );
  return own === undefined ? [] : [at(path, lineOf(own.start), "a door only exports what other files hold")];
}

function problemOf(path: string, name: string, room: Room, entry: Import, facts: PackageFacts): string[] {
  const { specifier } = entry;
  if (specifier === undefined)
    return room.node === true ? [] : ["an import names its module in a plain string, not a computed one"];
  if (specifier.startsWith(".")) return fileProblem(path, name, room, entry, specifier);
  if (specifier.startsWith("node:"))
    return room.node === true ? [] : [`${label(name)} must not import Node's modules, found "${specifier}"`];
  return packageProblem(name, room, specifier, facts);
}

function fileProblem(path: string, name: string, room: Room, entry: Import, specifier: string): string[] {
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith("src/")) return [`src must not import what lies outside it, found "${specifier}"`];
  const style = room.browser === true && /\.css(\?\w+)?$/.test(specifier);
  if (!specifier.endsWith(".ts") && !style)
    return [`an import inside src names an exact file ending in .ts, found "${specifier}"`];
  if (target === "src/index.ts") return ["the front door is for outsiders: import the exact file"];

  const other = roomOf(target);
  const isDoor = posix.basename(target) === "index.ts";
  if (other === name) {
    const ownDoor = target === `src/${name}/index.ts`;
    return ownDoor && posix.basename(path) !== "catalog.ts"
      ? ["a room's door is for outsiders: only its catalog.ts reads it, others import the exact file"]
      : [];
  }
  if (isDoor && room !== FRONT_DOOR) return [`a door is for outsiders: import the exact file, found "${specifier}"`];
  if (room.imports.includes(other)) return [];
  if (room.typesOf?.includes(other) === true)
    return entry.typeOnly ? [] : [`${label(name)} may import only types of ${other}: write import type`];
  const allowed = [...room.imports, ...(room.typesOf ?? []).map((typed) => `types of ${typed}`)];
  return [`${label(name)} may import ${allowed.join(", ") || "no other room"}; not ${other}, found "${specifier}"`];
}

function packageProblem(name: string, room: Room, specifier: string, facts: PackageFacts): string[] {
  const packageName = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (packageName === "hindcast") return [`inside src import the exact file, not the public name "${specifier}"`];
  const homes = PACKAGE_HOMES[packageName] ?? PACKAGE_HOMES[`${packageName.split("/")[0]}/*`] ?? [];
  if (!homes.includes(name))
    return [`${label(name)} must not import the package "${packageName}": ${homesOf(homes)} (test/house/rooms.ts)`];
  if (room.browser !== true && !facts.runtimePackages.has(packageName))
    return [`"${packageName}" must be among the dependencies or peers of package.json, or users lack it`];
  return [];
}

/** A strategy is written as a user would write it: with the public names and nothing else. */
function checkStrategy(path: string, text: string, facts: PackageFacts): string[] {
  const source = parseSource(path, text);
  const imports = readImports(source)
    .filter(({ specifier }) => specifier === undefined || !facts.publicNames.has(specifier))
    .map(({ specifier, line }) =>
      at(
        path,
        line,
        `a strategy imports only the public names ("hindcast", "hindcast/…"), found "${specifier ?? "a computed name"}"`,
      ),
    );
  return [...imports, ...checkNames(path, source, { timers: false, clock: false })];
}

/** The room of a path, empty for what stands in no room. */
function roomOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? parts[1]! : "";
}

function label(name: string): string {
  return name === "" ? "the front door" : name;
}

function homesOf(homes: readonly string[]): string {
  return homes.length === 0 ? "it has no room that may" : `only ${homes.join(", ")} may`;
}

function at(path: string, line: number, problem: string): string {
  return `${path}:${line}: ${problem}`;
}
