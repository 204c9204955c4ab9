import { readFileSync } from "node:fs";

// Loaded by Node beside its own loader: on a thread of its own where it has `register` alone, in this one where it has `registerHooks`.

/** What a module's name was resolved to. */
interface Resolved {
  readonly url: string;
  readonly format?: string | null;
}

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

type Next<T> = (specifier: string, context: ResolveContext) => T;

/**
 * How a strategy's file finds its modules. `hindcast` is this very package, whether or not the file's folder has it installed, so that
 * a strategy and the engine share their classes. And the files of the strategy are ES modules even where no package.json says so.
 */
export function resolve<T extends Resolved | Promise<Resolved>>(
  specifier: string,
  context: ResolveContext,
  next: Next<T>,
): T | Resolved | Promise<Resolved> {
  if (/^hindcast(?:\/|$)/.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
  const found = next(specifier, context);
  const ready = (one: Resolved): Resolved => fresh(asModule(one), context.parentURL);
  return found instanceof Promise ? found.then(ready) : ready(found);
}

/** What a fresh instance of a strategy's file imports is fresh, too, but for packages. */
function fresh(found: Resolved, parent: string | undefined): Resolved {
  const query = parent === undefined ? undefined : /\?fresh=\w+$/.exec(parent)?.[0];
  const { url } = found;
  const own =
    url.startsWith("file:") && !url.includes("/node_modules/") && !url.includes("?") && !url.startsWith(PACKAGE);
  return query !== undefined && own ? { ...found, url: found.url + query } : found;
}

/** Where the modules of this package are. */
const PACKAGE = new URL("../../", import.meta.url).href;

function asModule(found: Resolved): Resolved {
  const { protocol, pathname } = new URL(found.url);
  if (protocol !== "file:" || pathname.includes("/node_modules/")) return found;
  if (/\.m?ts$/.test(pathname)) return { ...found, format: "module" };
  const isPlain = pathname.endsWith(".js") && found.format !== "module";
  return isPlain && hasModuleSyntax(found.url) ? { ...found, format: "module" } : found;
}

function hasModuleSyntax(url: string): boolean {
  return /^\s*(?:import\b(?!\s*\()|export\b)/m.test(readFileSync(new URL(url), "utf8"));
}
