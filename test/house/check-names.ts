import type { Token } from "./tokens.ts";

/** What a room may ask of its host. */
export interface HostAccess {
  readonly timers: boolean;
  /** The real time, and chance without a seed. */
  readonly clock: boolean;
}

const TIMERS = new Set(["setTimeout", "setInterval", "setImmediate", "queueMicrotask"]);
const CLOCK_MEMBERS: Readonly<Record<string, string>> = { Date: "now", Math: "random", performance: "now" };

/** Uses of the real clock, of unseeded chance and of timers where a room must do without them. */
export function checkNames(path: string, tokens: readonly Token[], access: HostAccess): string[] {
  const wrong: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind !== "word") continue;
    const found = (access.timers ? "" : timerAt(tokens, i)) || (access.clock ? "" : clockAt(tokens, i));
    if (found !== "")
      wrong.push(
        `${path}:${token.line}: a run repeats itself only without the host's clock, chance and timers, found ${found}`,
      );
  }
  return wrong;
}

function timerAt(tokens: readonly Token[], i: number): string {
  const name = tokens[i]!.text;
  return TIMERS.has(name) && tokens[i + 1]?.text !== ":" ? name : "";
}

function clockAt(tokens: readonly Token[], i: number): string {
  const name = tokens[i]!.text;
  const member = CLOCK_MEMBERS[name];
  if (member === undefined) return "";
  const next = tokens[i + 1]?.text;
  const before = tokens[i - 1]?.text;

  if ((next === "." || next === "?.") && tokens[i + 2]?.text === member) return `${name}.${member}`;
  if (next === "[" && tokens[i + 2]?.text === member) return `${name}["${member}"]`;
  if (before === "=" && next !== "." && next !== "?." && next !== "(" && next !== "[")
    return `another name for ${name}`;
  if (name !== "Date") return "";
  const empty = next !== "(" || tokens[i + 2]?.text === ")";
  if (before === "new") return empty ? "new Date() of nothing" : "";
  return next === "(" ? "Date() called without new" : "";
}
