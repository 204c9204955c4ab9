import { grouped } from "./grouped.ts";

/** So many of something, in words: `1 trade`, `2 trades`, `5,105 trades`. */
export function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** The most names that one sentence has. */
const NAMED = 5;

/** Names in words: the first five, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${grouped(more)} more` : ""}`;
}
