import type { FileKind } from "./manifest.ts";

/** A plain name inside the folder: no separators, no `..`, nothing hidden, nothing that a shell or another system would read otherwise. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[A-Za-z0-9]{1,16}){1,2}$/;

/** Whether a manifest may name a file like this. */
export function isFileName(name: string): boolean {
  return SAFE.test(name) && name !== "manifest.json";
}

/**
 * The name of a file about one instrument: what it holds, the instrument's place in the manifest, and as much of its symbol as is safe, for
 * people. Two symbols that look the same once made safe (`A.B`, `A=B`; `aa`, `AA` where case does not count) differ by the place.
 *
 * @example
 * fileNameOf("bars", 2, "^GSPC", "1m-2020"); // bars-0002-GSPC-1m-2020.arrow
 */
export function fileNameOf(kind: FileKind, place: number, symbol: string, rest = ""): string {
  const plain = symbol
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 24);
  const parts = [kind, String(place).padStart(4, "0"), plain, rest];
  return `${parts.filter((part) => part !== "").join("-")}.arrow`;
}
