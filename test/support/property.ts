import * as fc from "fast-check";
import { test } from "vitest";

/**
 * Defines a test that checks a law in random cases. `@fast-check/vitest` does the same, but it keeps a function for each order of test
 * modifiers. These take 240 MB per process, which slows down every garbage collection.
 */
export function property<Drawn extends [unknown, ...unknown[]]>(
  arbitraries: { [Place in keyof Drawn]: fc.Arbitrary<Drawn[Place]> },
  parameters: fc.Parameters<Drawn> = {},
): (name: string, law: (...drawn: Drawn) => boolean | void | Promise<boolean | void>, timeout?: number) => void {
  return (name, law, timeout) => {
    const tried = fc.asyncProperty<Drawn>(...arbitraries, async (...drawn) => law(...drawn));
    test(name, () => fc.assert(tried, parameters), timeout);
  };
}
