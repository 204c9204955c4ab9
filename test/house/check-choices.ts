import { parseSync } from "oxc-parser";

/** What the check needs to know about settings. A closed choice is a setting that accepts only a fixed list of words. */
export interface ChoiceFacts {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly partSettings: ReadonlySet<string>;
}

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const WRAPPERS = new Set(["ChainExpression", "ParenthesizedExpression", "TSAsExpression", "TSNonNullExpression"]);

/**
 * Finds code that compares a setting with one of its values, or reads a setting that belongs to a part of the execution model. Only files
 * in `src/broker/models` may do either.
 */
export function checkChoices(path: string, text: string, { words, partSettings }: ChoiceFacts): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const nodes = nodesOf(program);
  const aliases = aliasesOf(nodes);
  /** Returns the name of the setting whose value an expression reads, also if it was assigned to a variable of another name. */
  const settingOf = (node: unknown): string => {
    const name = nameOf(node);
    return camelCase(unwrapped(node).type === "Identifier" ? (aliases.get(name) ?? name) : name);
  };
  const isWord = (node: unknown, setting: string): boolean => {
    const { type, value } = unwrapped(node);
    return type === "Literal" && words.get(setting)?.includes(value as string) === true;
  };
  const wrong: string[] = [];
  const add = (node: Node, problem: string): void => {
    const line = text.slice(0, node.start).split("\n").length;
    wrong.push(`${path}:${line}: ${problem}, found ${text.slice(node.start, node.end).split("\n")[0]}`);
  };
  for (const node of nodes) {
    if (node.type === "BinaryExpression" && /^[=!]==?$/.test(node["operator"] as string)) {
      const { left, right } = node;
      if (isWord(right, settingOf(left)) || isWord(left, settingOf(right)))
        add(node, "outside src/broker/models a setting must not be compared: ask the part of the execution model");
    }
    if (node.type === "SwitchStatement") {
      const setting = settingOf(node["discriminant"]);
      const cases = node["cases"] as readonly Node[];
      if (cases.some(({ test }) => test !== null && isWord(test, setting)))
        add(node, "outside src/broker/models a setting must not select a case: ask the part of the execution model");
    }
    const reads = settingsRead(node).filter((name) => partSettings.has(name));
    if (reads.length > 0)
      add(node, `outside src/broker/models ${reads.join(", ")} must not be read: ask the part of the execution model`);
  }
  return wrong;
}

function nodesOf(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== "object" || value === null) return found;
  if ("type" in value) found.push(value as Node);
  for (const member of Object.values(value)) nodesOf(member, found);
  return found;
}

/** Returns the expression inside type assertions, `!` and parentheses. */
function unwrapped(node: unknown): Node {
  const one = node as Node;
  return WRAPPERS.has(one.type) ? unwrapped(one["expression"]) : one;
}

/** Returns the last name of an expression: `fillAt` for `plan.settings.fillAt` and `settings["fillAt"]`, or empty text. */
function nameOf(node: unknown): string {
  const { type, name, property, computed } = unwrapped(node);
  if (type === "Identifier" || type === "PrivateIdentifier") return name as string;
  if (type !== "MemberExpression") return "";
  if (computed !== true) return nameOf(property);
  const { value } = property as Node;
  return typeof value === "string" ? value : "";
}

/** Maps variables to the names they stand for: `when` to `fillAt` after `const { fillAt: when }` or `const when = run.fillAt`. */
function aliasesOf(nodes: readonly Node[]): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const node of nodes) {
    if (node.type === "ObjectPattern")
      for (const [key, value] of membersOf(node))
        if (unwrapped(value).type === "Identifier") aliases.set(nameOf(value), key);
    if (node.type === "VariableDeclarator" && node["init"] !== null && nameOf(node["init"]) !== "") {
      const to = nameOf(node["init"]);
      if (unwrapped(node["id"]).type === "Identifier" && to !== nameOf(node["id"])) aliases.set(nameOf(node["id"]), to);
    }
  }
  return aliases;
}

/** Returns the members of a destructuring pattern: each name, and the variable or pattern it is assigned to. */
function membersOf(pattern: Node): (readonly [string, Node])[] {
  return (pattern["properties"] as readonly Node[]).flatMap(({ type, key, value }) => {
    if (type !== "Property") return [];
    const bound = value as Node;
    return [[nameOf(key), bound.type === "AssignmentPattern" ? (bound["left"] as Node) : bound] as const];
  });
}

/** Returns the settings that a node reads, as in `settings.fillAt`, `const { fillAt } = settings` or `({ fillAt }: RunSettings)`. */
function settingsRead(node: Node): string[] {
  if (node.type === "MemberExpression" && isSettings(nameOf(node["object"]))) return [camelCase(nameOf(node))];
  if (node.type === "VariableDeclarator" && (node["id"] as Node).type === "ObjectPattern" && node["init"] !== null)
    return isSettings(nameOf(node["init"])) ? membersOf(node["id"] as Node).map(([name]) => name) : [];
  if (node.type !== "ObjectPattern") return [];
  const inner = membersOf(node).flatMap(([name, value]) =>
    isSettings(name) && value.type === "ObjectPattern" ? membersOf(value).map(([member]) => member) : [],
  );
  return [...inner, ...(hasSettingsType(node["typeAnnotation"]) ? membersOf(node).map(([name]) => name) : [])];
}

/** Whether a name is that of a settings object, such as `runSettings`. `SETTINGS` is the table of all settings, and no such object. */
function isSettings(name: string): boolean {
  return /settings$/i.test(name) && name !== "SETTINGS";
}

function hasSettingsType(annotation: unknown): boolean {
  return nodesOf(annotation).some(
    ({ type, typeName }) => type === "TSTypeReference" && isSettings(nameOf(typeName as Node)),
  );
}

/** Converts a name of the HTTP API, such as `fill_at`, to camel case. */
function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
