import type { ParamSpecs } from "../../primitives/param.ts";

/** Parameters with their defaults on one line: `fast=12 slow=26`. */
export function paramText(specs: ParamSpecs): string {
  return Object.entries(specs)
    .map(([name, spec]) => `${name}=${String(spec.default)}`)
    .join(" ");
}
