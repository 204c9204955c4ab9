import { readFileSync } from "node:fs";

// Node versions without `registerHooks` load this file in a separate thread; newer versions load it in the main thread.

/** Result of resolving a module. */
interface Resolved {
  readonly url: string;
  readonly format?: string | null;
}

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

type Next<T> = (specifier: string, context: ResolveContext) => T;

/**
 * Resolves the imports of a strategy's file. `hindcast` always refers to this package, even if the file's folder has it installed, so that
 * strategy and engine share their classes. Files of the strategy are ES modules even without a package.json.
 */
export function resolve<T extends Resolved | Promise<Resolved>>(
  specifier: string,
  context: ResolveContext,
  next: Next<T>,
): T | Resolved | Promise<Resolved> {
  if (/^hindcast(?:\/|$)/.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
  const resolution = next(specifier, context);
  const resolved = (one: Resolved): Resolved => withQuery(withModuleFormat(one), context.parentURL);
  return resolution instanceof Promise ? resolution.then(resolved) : resolved(resolution);
}

/** Gives imports the query of the module that imports them, so that they are new instances too. Packages are not. */
function withQuery(resolution: Resolved, parent: string | undefined): Resolved {
  const query = parent === undefined ? undefined : /\?fresh=\w+$/.exec(parent)?.[0];
  const { url } = resolution;
  const isUserFile =
    url.startsWith("file:") && !url.includes("/node_modules/") && !url.includes("?") && !url.startsWith(PACKAGE);
  return query !== undefined && isUserFile ? { ...resolution, url: resolution.url + query } : resolution;
}

/** URL of the folder with all modules of this package. */
const PACKAGE = new URL("../../", import.meta.url).href;

function withModuleFormat(resolution: Resolved): Resolved {
  const { protocol, pathname } = new URL(resolution.url);
  if (protocol !== "file:" || pathname.includes("/node_modules/")) return resolution;
  if (/\.m?ts$/.test(pathname)) return { ...resolution, format: "module" };
  const isPlain = pathname.endsWith(".js") && resolution.format !== "module";
  return isPlain && hasModuleSyntax(resolution.url) ? { ...resolution, format: "module" } : resolution;
}

function hasModuleSyntax(url: string): boolean {
  return /^\s*(?:import\b(?!\s*\()|export\b)/m.test(readFileSync(new URL(url), "utf8"));
}
