import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const css = readFileSync(join(ROOT, "src", "web", "colors.css"), "utf8");
const [bright, dark] = [css.indexOf(":root"), css.indexOf("prefers-color-scheme: dark")].map((at) => colors(at));

/** Colors of the style block that begins with `from`, as red, green, blue and opacity, by name. */
function colors(from: number): Readonly<Record<string, readonly number[]>> {
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

/** The contrast ratio of two colors as WCAG 2.2 defines it. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const luminance = (color: readonly number[]) => {
    const [red, green, blue] = color.map((part) =>
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
])("text on a %s page has enough contrast, even in a selected row", (_, theme) => {
  const [band, page] = [theme["band"]!, theme["page"]!];
  const selected = page.slice(0, 3).map((part, i) => band[3]! * band[i]! + (1 - band[3]!) * part);
  for (const name of ["ink", "muted", "gain", "loss"])
    for (const background of [page, selected])
      expect(contrast(theme[name]!, background), name).toBeGreaterThanOrEqual(4.5);
});
