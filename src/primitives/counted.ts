/** So many of something, in words: `1 trade`, `2 trades`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
