import { createRequire } from "node:module";

/** Returns the version of this package. */
export function packageVersion(): string {
  const { version } = createRequire(import.meta.url)("hindcast/package.json") as { readonly version: string };
  return version;
}
