import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const css = readFileSync(join(ROOT, "src", "web", "colours.css"), "utf8");
const [bright, dark] = [css.indexOf(":root"), css.indexOf("prefers-color-scheme: dark")].map((at) => colours(at));

/** Colours by name as they stand from there on, each with its share of cover. */
function colours(from: number): Readonly<Record<string, readonly number[]>> {
  const block = css.slice(from, css.indexOf("}", from));
  const named = block.matchAll(/--([\w-]+): (?:#(\w{6})|rgb\((\d+) (\d+) (\d+) \/ (\d+)%\))/g);
  return Object.fromEntries(
    Array.from(named, ([, name, hex, ...parts]) => {
      const share = Number(parts[3]) / 100;
      return hex === undefined
        ? [name, [...parts.slice(0, 3).map(Number), share]]
        : [name, [...[0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)), 1]];
    }),
  );
}

/** Contrast of WCAG 2.2: of relative luminances. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const luminance = (colour: readonly number[]) => {
    const [red, green, blue] = colour.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

test.each([
  ["bright", bright!],
  ["dark", dark!],
])("what is written can be read on a %s page, also in a row that was chosen", (_, of) => {
  const [band, page] = [of["band"]!, of["page"]!];
  const chosen = page.slice(0, 3).map((part, i) => band[3]! * band[i]! + (1 - band[3]!) * part);
  for (const name of ["ink", "muted", "gain", "loss"])
    for (const behind of [page, chosen]) expect(contrast(of[name]!, behind), name).toBeGreaterThanOrEqual(4.5);
});
