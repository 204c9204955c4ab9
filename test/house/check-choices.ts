import { parseSync } from "oxc-parser";

/** The settings that may not be decided on: the words of closed choices, and which of all settings a part of the execution model owns. */
export interface ChoiceFacts {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly ofParts: ReadonlySet<string>;
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
 * Where a file decides on a closed choice of the settings by a literal, or reads from settings what a part of the execution model is made of. Both are
 * asked of the part, which answers.
 */
export function checkChoices(path: string, text: string, { words, ofParts }: ChoiceFacts): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const nodes = nodesOf(program);
  const renamed = renamesOf(nodes);
  /** The setting that an expression is a value of, by its last name, whatever it was called since. */
  const settingOf = (node: unknown): string => {
    const name = nameOf(node);
    return camelCase(bare(node).type === "Identifier" ? (renamed.get(name) ?? name) : name);
  };
  const isWord = (node: unknown, setting: string): boolean => {
    const { type, value } = bare(node);
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
        add(node, "a closed choice is asked of its part, not compared");
    }
    if (node.type === "SwitchStatement") {
      const setting = settingOf(node["discriminant"]);
      const cases = node["cases"] as readonly Node[];
      if (cases.some(({ test }) => test !== null && isWord(test, setting)))
        add(node, "a closed choice is asked of its part, not switched on");
    }
    const reads = readFrom(node).filter((name) => ofParts.has(name));
    if (reads.length > 0) add(node, `${reads.join(", ")} is an option of a part, which answers`);
  }
  return wrong;
}

function nodesOf(value: unknown, found: Node[] = []): Node[] {
  if (typeof value !== "object" || value === null) return found;
  if ("type" in value) found.push(value as Node);
  for (const member of Object.values(value)) nodesOf(member, found);
  return found;
}

/** What an expression is without casts and the like. */
function bare(node: unknown): Node {
  const one = node as Node;
  return WRAPPERS.has(one.type) ? bare(one["expression"]) : one;
}

/** The last name of an expression: `fillAt` of `plan.settings.fillAt` and of `settings["fillAt"]`; empty for none. */
function nameOf(node: unknown): string {
  const { type, name, property, computed } = bare(node);
  if (type === "Identifier" || type === "PrivateIdentifier") return name as string;
  if (type !== "MemberExpression") return "";
  if (computed !== true) return nameOf(property);
  const { value } = property as Node;
  return typeof value === "string" ? value : "";
}

/** The names of variables by which members and other variables are known: `when` is `fillAt` in `const { fillAt: when }` and `const when = run.fillAt`. */
function renamesOf(nodes: readonly Node[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const node of nodes) {
    if (node.type === "ObjectPattern")
      for (const [key, value] of membersOf(node))
        if (bare(value).type === "Identifier") renamed.set(nameOf(value), key);
    if (node.type === "VariableDeclarator" && node["init"] !== null && nameOf(node["init"]) !== "") {
      const to = nameOf(node["init"]);
      if (bare(node["id"]).type === "Identifier" && to !== nameOf(node["id"])) renamed.set(nameOf(node["id"]), to);
    }
  }
  return renamed;
}

/** The members that a pattern takes, each with what it is bound to, without its default. */
function membersOf(pattern: Node): (readonly [string, Node])[] {
  return (pattern["properties"] as readonly Node[]).flatMap(({ type, key, value }) => {
    if (type !== "Property") return [];
    const bound = value as Node;
    return [[nameOf(key), bound.type === "AssignmentPattern" ? (bound["left"] as Node) : bound] as const];
  });
}

/** What of settings a node reads: `settings.fillAt`, `const { fillAt } = settings`, `{ settings: { fillAt } }`, or a parameter `{ fillAt }: RunSettings`. */
function readFrom(node: Node): string[] {
  if (node.type === "MemberExpression" && isSettings(nameOf(node["object"]))) return [camelCase(nameOf(node))];
  if (node.type === "VariableDeclarator" && (node["id"] as Node).type === "ObjectPattern" && node["init"] !== null)
    return isSettings(nameOf(node["init"])) ? membersOf(node["id"] as Node).map(([name]) => name) : [];
  if (node.type !== "ObjectPattern") return [];
  const inner = membersOf(node).flatMap(([name, value]) =>
    isSettings(name) && value.type === "ObjectPattern" ? membersOf(value).map(([member]) => member) : [],
  );
  return [...inner, ...(isOfSettings(node["typeAnnotation"]) ? membersOf(node).map(([name]) => name) : [])];
}

/** Names of values, and not that of the table `SETTINGS`. */
function isSettings(name: string): boolean {
  return /settings$/i.test(name) && name !== "SETTINGS";
}

function isOfSettings(annotation: unknown): boolean {
  return nodesOf(annotation).some(
    ({ type, typeName }) => type === "TSTypeReference" && isSettings(nameOf(typeName as Node)),
  );
}

/** Over HTTP names are written with underscores. */
function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
