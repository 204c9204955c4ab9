import { grouped } from "./grouped.ts";

/** So many of something, in words: `1 trade`, `2 trades`, `5,105 trades`. */
export function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;
}
