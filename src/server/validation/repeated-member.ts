/** How many members all objects of a value have. What JSON has read holds each name once, its text as often as it was written. */
export function membersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) count += membersIn(entry);
    return count;
  }
  for (const name in value) count += 1 + membersIn((value as Record<string, unknown>)[name]);
  return count;
}

/** Texts, those that name a member with their colon, and what opens, parts and closes lists and objects. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{},]/g;

/** A list or object that is open: the names that it has had, and where its text stands. */
interface Open {
  readonly names: Set<string> | undefined;
  at: string | number;
}

/** The first member of a JSON text that its object has had before, with those that it is a member of, such as `stop_loss.stop_price`; undefined where there is none. */
export function repeatedMember(json: string): string | undefined {
  const open: Open[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    const inner = open.at(-1);
    if (token === "{") open.push({ names: new Set(), at: "" });
    else if (token === "[") open.push({ names: undefined, at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof inner?.at === "number") inner.at++;
    else if (colon !== undefined && inner?.names !== undefined) {
      const name = JSON.parse(text!) as string;
      inner.at = name;
      if (inner.names.has(name)) return open.map(({ at }) => at).join(".");
      inner.names.add(name);
    }
  }
  return undefined;
}
