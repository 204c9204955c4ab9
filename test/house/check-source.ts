import { posix } from "node:path";
import { checkFields } from "./check-fields.ts";
import { checkNames } from "./check-names.ts";
import { readImports, type Import } from "./read-imports.ts";
import { PACKAGE_INDEX, PACKAGE_HOMES, ROOMS, type Room } from "./rooms.ts";
import { type ParsedSource, parseSource } from "./parse-source.ts";

/** Facts from package.json that the rules for source files need. */
export interface PackageFacts {
  /** Packages that a user of hindcast has installed: its dependencies and peer dependencies. */
  readonly runtimePackages: ReadonlySet<string>;
  /** Names by which users import the package: `hindcast`, `hindcast/indicators` and the other subpaths. */
  readonly publicNames: ReadonlySet<string>;
}

const MAX_LINES = 500;

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|soak|config|d))?\.ts$/;

/** Returns the problems of a source file, one sentence each; empty if the file keeps every rule. */
export function checkSource(path: string, text: string, facts: PackageFacts): string[] {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const wrong: string[] = [];
  if (lines > MAX_LINES) wrong.push(`${path}: ${lines} lines, at most ${MAX_LINES} are allowed: split the file`);
  if (!NAME.test(posix.basename(path)))
    wrong.push(`${path}: rename the file in kebab-case, after the thing that it contains`);

  // A configuration file is read only by a tool such as vite and may import what the tool needs.
  if (path.endsWith(".config.ts")) return wrong;
  if (path.startsWith("src/")) return [...wrong, ...checkInside(path, text, facts)];
  if (path.startsWith("strategies/")) return [...wrong, ...checkStrategy(path, text, facts)];
  return wrong;
}

function checkInside(path: string, text: string, facts: PackageFacts): string[] {
  const name = roomOf(path);
  const room = name === "" ? (path === "src/index.ts" ? PACKAGE_INDEX : undefined) : ROOMS[name];
  if (room === undefined) return [`${path}: move the file into a room that test/house/rooms.ts lists`];

  const source = parseSource(path, text);
  const imports = readImports(source).flatMap((entry) =>
    problemOf(path, name, room, entry, facts).map((problem) => at(path, entry.line, problem)),
  );
  const pure = room.pure === true || room === PACKAGE_INDEX;
  const references = /^\s*\/\/\/\s*<reference/m.test(text)
    ? [`${path}: remove the reference comment and name the types in the room's tsconfig.json`]
    : [];
  const names = checkNames(path, source, { timers: !pure, clock: room.wallClock === true });
  const fields = name === "primitives" || name === "indicators" ? checkFields(path, source) : [];
  return [...imports, ...references, ...indexProblem(path, name, source), ...names, ...fields];
}

/** Reports an index.ts that declares something: every name is declared in a file named after it and only re-exported by an index. */
function indexProblem(path: string, name: string, { program, lineOf }: ParsedSource): string[] {
  if (path !== "src/index.ts" && path !== `src/${name}/index.ts`) return [];
  const own = program.body.find(
    (statement) => !/^(Import|ExportAll)/.test(statement.type) && !("source" in statement && statement.source),
  );
  return own === undefined
    ? []
    : [at(path, lineOf(own.start), "an index.ts only re-exports: move the declaration into its own file")];
}

function problemOf(path: string, name: string, room: Room, entry: Import, facts: PackageFacts): string[] {
  const { specifier } = entry;
  if (specifier === undefined) return room.node === true ? [] : ["an import must name its module by a string literal"];
  if (specifier.startsWith(".")) return fileProblem(path, name, room, entry, specifier);
  if (specifier.startsWith("node:"))
    return room.node === true ? [] : [`${label(name)} must not import Node's modules, found "${specifier}"`];
  return packageProblem(name, room, specifier, facts);
}

function fileProblem(path: string, name: string, room: Room, entry: Import, specifier: string): string[] {
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith("src/")) return [`src must not import files outside src, found "${specifier}"`];
  const style = room.browser === true && /\.css(\?\w+)?$/.test(specifier);
  if (!specifier.endsWith(".ts") && !style)
    return [`an import inside src must name a file ending in .ts, found "${specifier}"`];
  if (target === "src/index.ts") return ["src/index.ts is for users: import the file that declares the name"];

  const other = roomOf(target);
  const isIndex = posix.basename(target) === "index.ts";
  if (other === name) {
    const ownIndex = target === `src/${name}/index.ts`;
    return ownIndex && posix.basename(path) !== "catalog.ts"
      ? [
          "a room's index.ts is for users: only catalog.ts may import it, other files import the file that declares the name",
        ]
      : [];
  }
  if (isIndex && room !== PACKAGE_INDEX)
    return [`an index.ts is for users: import the file that declares the name, found "${specifier}"`];
  if (room.imports.includes(other)) return [];
  if (room.typesOf?.includes(other) === true)
    return entry.typeOnly ? [] : [`${label(name)} may import only types of ${other}: write import type`];
  const allowed = [...room.imports, ...(room.typesOf ?? []).map((typed) => `types of ${typed}`)];
  return [`${label(name)} may import ${allowed.join(", ") || "no other room"}; not ${other}, found "${specifier}"`];
}

function packageProblem(name: string, room: Room, specifier: string, facts: PackageFacts): string[] {
  const packageName = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (packageName === "hindcast")
    return [`inside src import the file that declares the name, not the public name "${specifier}"`];
  const homes = PACKAGE_HOMES[packageName] ?? PACKAGE_HOMES[`${packageName.split("/")[0]}/*`] ?? [];
  if (!homes.includes(name))
    return [`${label(name)} must not import the package "${packageName}": ${homesOf(homes)} (test/house/rooms.ts)`];
  if (room.browser !== true && !facts.runtimePackages.has(packageName))
    return [`"${packageName}" must be a dependency or peer dependency in package.json, so that users have it`];
  return [];
}

/** Reports imports of a strategy that a user's strategy could not make: only public names are allowed. */
function checkStrategy(path: string, text: string, facts: PackageFacts): string[] {
  const source = parseSource(path, text);
  const imports = readImports(source)
    .filter(({ specifier }) => specifier === undefined || !facts.publicNames.has(specifier))
    .map(({ specifier, line }) =>
      at(
        path,
        line,
        `a strategy may import only public names ("hindcast", "hindcast/…"), found "${specifier ?? "a computed name"}"`,
      ),
    );
  return [...imports, ...checkNames(path, source, { timers: false, clock: false })];
}

/** Returns the room (folder of `src`) of a path, or empty text if the path is in no room. */
function roomOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? parts[1]! : "";
}

function label(name: string): string {
  return name === "" ? "src/index.ts" : name;
}

function homesOf(homes: readonly string[]): string {
  return homes.length === 0 ? "no room may" : `only ${homes.join(", ")} may`;
}

function at(path: string, line: number, problem: string): string {
  return `${path}:${line}: ${problem}`;
}
