import type { ParamColumn } from "../../../report/research/sweep-payload.ts";

type Choice = ParamColumn["choices"][number];

/** What a shell hands on as it stands. */
const PLAIN = /^[\w.,+=-]+$/;

/** The options with which the command line repeats a trial: its parameters, and its seed, without which what it drew would differ. */
export function runFlags(params: readonly (readonly [name: string, value: Choice])[], seed: number): string {
  const flags = params.map(([name, value]) => `--param ${quoted(`${name}=${value}`)}`);
  return [...flags, `--seed ${seed}`].join(" ");
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
