import { parameterError } from "../../primitives/check.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { typedValue } from "../../primitives/from-text.ts";

/** A strategy's parameter as it was written. */
export interface WrittenParam {
  readonly name: string;
  readonly text: string;
}

/** Reads `NAME=VALUE` and adds it to those before. */
export function paramOption(text: string, before: readonly WrittenParam[] = []): WrittenParam[] {
  const at = text.indexOf("=");
  if (at <= 0) throw parameterError("--param", "NAME=VALUE", text);
  const name = text.slice(0, at);
  if (before.some((param) => param.name === name)) throw parameterError(`--param ${name}`, "given once", "given twice");
  return [...before, { name, text: text.slice(at + 1) }];
}

/** Parameters by name, each read as the strategy's own specs say. A name that it does not have stays, for the strategy to refuse. */
export function typedParams(specs: ParamSpecs, written: readonly WrittenParam[]): Record<string, unknown> {
  const specOf = (name: string) => (Object.hasOwn(specs, name) ? specs[name] : undefined);
  return Object.fromEntries(written.map(({ name, text }) => [name, typedValue(specOf(name), text)]));
}
