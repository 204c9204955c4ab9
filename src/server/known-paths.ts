import { ApiError } from "./errors/api-error.ts";
import type { Route } from "./route.ts";

/** The methods that each path accepts, which tell an unknown path (404) from a wrong method (405). */
export class KnownPaths {
  readonly #patterns: readonly { readonly pattern: RegExp; readonly method: string }[];

  constructor(routes: readonly Pick<Route, "method" | "address">[], prefix = "") {
    this.#patterns = routes.map(({ method, address }) => ({ method, pattern: patternOf(prefix + address) }));
  }

  /** Returns the error for a request that no route matches. */
  refusal(method: string, path: string): ApiError {
    const allowed = new Set(this.#patterns.filter(({ pattern }) => pattern.test(path)).map((one) => one.method));
    if (allowed.has("GET")) allowed.add("HEAD");
    if (allowed.size === 0) return new ApiError("NOT_FOUND", "no such path", { path });
    const allow = [...allowed].toSorted();
    const message = `the path accepts ${allow.join(", ")}, was ${method}`;
    return new ApiError("METHOD_NOT_ALLOWED", message, { method, allow }, { headers: { allow: allow.join(", ") } });
  }
}

/** Returns the path of a request's URL. Through a proxy the URL may contain scheme and host. */
export function pathOf(url: string): string {
  const path = url.split("?", 1)[0]!;
  return path.startsWith("/") ? path : path.replace(/^[a-z]+:\/\/[^/]*/i, "");
}

function patternOf(address: string): RegExp {
  const segments = address
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "[^/]+" : segment.replaceAll(/[.^$*+?()[\]{}|\\]/g, String.raw`\$&`)));
  return new RegExp(`^${segments.join("/")}$`);
}
