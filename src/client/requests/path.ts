/**
 * A path, with what is put into it written so that it stays one part.
 *
 * @example
 * path`/trading/positions/${"^GSPC"}`; // "/trading/positions/%5EGSPC"
 */
export function path(around: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw({ raw: around }, ...parts.map(encodeURIComponent));
}
