import type { Server } from "node:http";
import { isIP } from "node:net";
import { parameterError } from "../primitives/check.ts";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";

/**
 * Checks the `Host` header of a request. Returns an error, or undefined if the host is allowed. This prevents DNS rebinding: a web page can
 * point its own name at 127.0.0.1, and only `Host` shows the name. An IP address always passes, since no page can redirect it.
 */
export type HostRule = (host: string | undefined, server: Server) => ApiError | undefined;

/** Rule for a stand-alone server. It checks names if the server listens on a loopback address or if `allowed` is given. */
export function serverHostRule(allowed: readonly string[] | undefined): HostRule {
  const rule = allowedHostRule(allowed);
  // Keeps the result for each server, since the address of a server never changes while it listens.
  const loopback = new WeakMap<Server, boolean>();
  return (host, server) => {
    let guarded = allowed !== undefined || loopback.get(server);
    if (guarded === undefined) {
      guarded = isLoopback(server);
      if (server.listening) loopback.set(server, guarded);
    }
    return guarded ? rule(host, server) : undefined;
  };
}

/** Rule for a service inside an application: every host passes unless `allowed` is given. */
export function applicationHostRule(allowed: readonly string[] | undefined): HostRule {
  const rule = allowedHostRule(allowed);
  return allowed === undefined ? () => undefined : rule;
}

/** Describes the valid values of the setting allowedHosts in messages. */
export const HOST_NAMES = "names of hosts without a port, such as market.example, or *";
const NAME = /^(?:\*|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)$/i;

export function isHostName(name: unknown): name is string {
  return typeof name === "string" && NAME.test(name);
}

/** Returns a rule that allows the given names. Throws PARAMETER_OUT_OF_RANGE unless they are a list of host names. */
function allowedHostRule(allowed: readonly string[] = []): HostRule {
  const wrong: unknown = Array.isArray(allowed) ? allowed.find((name) => !isHostName(name)) : allowed;
  if (wrong !== undefined) throw parameterError("allowedHosts", HOST_NAMES, wrong);
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  if (names.has("*")) return () => undefined;
  // Keeps the last allowed host, since most requests name the same host as the previous one.
  let lastAllowed: string | undefined;
  return (host) => {
    // The header may be missing: only HTTP/1.0 allows that, and browsers do not use HTTP/1.0.
    if (host === lastAllowed || host === undefined) return undefined;
    const name = hostName(host);
    if (isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || names.has(name)) {
      lastAllowed = host;
      return undefined;
    }
    const reason = "must be localhost, an address, or a name that the server allows";
    return invalidParameters([{ in: "header", parameter: "Host", value: host, reason }]);
  };
}

/** Returns the name in a `Host` header, without port, brackets and final dot. */
function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  if (bracketed !== null) return bracketed[1]!;
  return host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
}

function isLoopback(server: Server): boolean {
  const bound = server.address();
  return bound !== null && typeof bound === "object" && /^(?:::ffff:)?127\.|^::1$/.test(bound.address);
}
