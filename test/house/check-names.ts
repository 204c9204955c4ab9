import type { Node } from "oxc-parser";
import { isMemberName, type ParsedSource, type Place } from "./parse-source.ts";

/** Which features of its host the code of a room (a folder of `src`) may use. */
export interface HostAccess {
  readonly timers: boolean;
  /** Whether the code may read the real time and draw unseeded random numbers. */
  readonly clock: boolean;
}

const TIMERS = new Set(["setTimeout", "setInterval", "setImmediate", "queueMicrotask"]);
const CLOCK_MEMBERS: Readonly<Record<string, string>> = { Date: "now", Math: "random", performance: "now" };

/** Finds uses of the real clock, unseeded random numbers and timers in rooms that must not use them. */
export function checkNames(path: string, { places, lineOf }: ParsedSource, access: HostAccess): string[] {
  return places.flatMap((place) => {
    const found = (access.timers ? "" : timerAt(place)) || (access.clock ? "" : clockAt(place));
    return found === ""
      ? []
      : `${path}:${lineOf(place.node.start)}: reproducible code must not use the host's clock, random numbers or timers, found ${found}`;
  });
}

function timerAt(place: Place): string {
  const { node, member } = place;
  if (node.type !== "Identifier" || !TIMERS.has(node.name)) return "";
  return isMemberName(place) && member === "key" ? "" : node.name;
}

function clockAt({ node, parent, member }: Place): string {
  if (node.type === "MemberExpression") {
    const name = nameOf(node.object);
    const read =
      node.computed && node.property.type === "Literal" ? String(node.property.value) : nameOf(node.property);
    if (CLOCK_MEMBERS[name] === undefined || read !== CLOCK_MEMBERS[name]) return "";
    return node.computed ? `${name}["${read}"]` : `${name}.${read}`;
  }
  if (node.type === "NewExpression" && nameOf(node.callee) === "Date")
    return node.arguments.length === 0 ? "new Date() without a time" : "";
  if (node.type === "CallExpression" && nameOf(node.callee) === "Date") return "Date() called without new";
  const isGiven = (parent?.type === "VariableDeclarator" && member === "init") || member === "right";
  const isBound = parent?.type === "AssignmentExpression" || parent?.type === "AssignmentPattern";
  const name = isGiven && (member === "init" || isBound) ? nameOf(node) : "";
  return CLOCK_MEMBERS[name] === undefined ? "" : `another name for ${name}`;
}

/** Returns the last part of a name: `Date` for `Date` and `globalThis.Date`. */
function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "MemberExpression" && !node.computed ? nameOf(node.property) : "";
}
