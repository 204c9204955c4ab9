import { existsSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import * as door from "../../src/indicators/index.ts";
import type { Param } from "../../src/primitives/param.ts";
import type { Subject } from "./indicator-subject.ts";

const FOLDERS = ["", "patterns/"];

/** Defines tests of an indicator's documentation: names, titles, bounds, and the example in its doc comment. */
export function describedLaws(subject: Subject): void {
  const { spec } = subject.indicator;

  test("is exported under its name, from the file of its name", () => {
    expect((door as Readonly<Record<string, unknown>>)[subject.name]).toBe(subject.indicator);
    expect(subject.indicator.name).toBe(subject.name);
    const file = fileOf(subject.name);
    expect(file, `a file for ${subject.name}`).toBeDefined();
    const text = textOf(file!);
    expect(text).toContain(`export const ${subject.name} = defineIndicator(`);
  });

  test("has an example whose result is correct to six digits", () => {
    const comment = /@example\n((?: \* .*\n)+)/.exec(textOf(fileOf(subject.name)!));
    const code = comment?.[1]!.replaceAll(/^ \* /gm, "").trim() ?? "";
    const promised = /; \/\/ ((?:NaN|[-\d.e]+)(?:, (?:NaN|[-\d.e]+))*)$/.exec(code)?.[1]?.split(", ").map(Number);
    const result: unknown = runInNewContext(code, { ...door, Float64Array });
    const values = typeof result === "number" ? [result] : [...(result as Iterable<number>)];
    expect(values.map((value) => Number(value.toPrecision(6)))).toEqual(promised);
  });

  test("has a title, and one for each output", () => {
    for (const { title } of [spec, ...Object.values(spec.outputs as Record<string, { title: string }>)])
      expect(title).toMatch(/^\S.*\S$/);
  });

  test("has defaults within the bounds of its parameters", () => {
    expect(() => subject.indicator.warmup()).not.toThrow();
    for (const [name, param] of Object.entries(spec.params as Readonly<Record<string, Param>>))
      expect(param.description ?? name, `what ${name} is`).toMatch(/^\S.+\S$/);
  });

  test("declares a scale for each group of its inputs", () => {
    const groups = [...new Set(subject.inputs.map(groupOf))].filter((group) => group !== "anchor");
    for (const { scale } of Object.values(spec.outputs as Record<string, { scale: unknown }>))
      if (scale !== "none") expect(Object.keys(scale as object).toSorted()).toEqual(groups.toSorted());
  });

  test("has a stableAfter of at least its warm-up, if its seed fades", () => {
    if (spec.memory === "window") expect(spec).not.toHaveProperty("stableAfter");
    const params = Object.fromEntries(
      Object.entries(spec.params as Readonly<Record<string, Param>>).map(([name, param]) => [name, param.default]),
    );
    if (spec.stableAfter !== undefined) expect(spec.stableAfter(params)).toBeGreaterThanOrEqual(subject.warmup(params));
  });
}

/** Returns the group of inputs that are scaled together: all prices form one group, any other input a group of its own. */
export function groupOf(input: string): string {
  return ["open", "high", "low", "close"].includes(input) ? "price" : input;
}

function textOf(file: string): string {
  return readFileSync(new URL(`../../src/indicators/${file}`, import.meta.url), "utf8");
}

function fileOf(name: string): string | undefined {
  const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return FOLDERS.map((folder) => `${folder}${kebab}.ts`).find((file) =>
    existsSync(new URL(`../../src/indicators/${file}`, import.meta.url)),
  );
}
