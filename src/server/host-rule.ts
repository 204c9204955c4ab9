import type { Server } from "node:http";
import { isIP } from "node:net";
import { parameterError } from "../primitives/check.ts";
import { type ApiError, invalidParameters } from "./errors/api-error.ts";

/**
 * Refuses a request by the `Host` that it names; undefined where it may go on. A page of another site can point its own name at 127.0.0.1 (DNS rebinding): the
 * browser then takes this server for that site, and `Host` alone tells. An address cannot be pointed elsewhere, so it always passes.
 */
export type HostRule = (host: string | undefined, server: Server) => ApiError | undefined;

/** Of a server of its own: names of other hosts are refused where it listens on a loopback address, or where `allowed` names those that it has. */
export function ownHosts(allowed: readonly string[] | undefined): HostRule {
  const named = namedHosts(allowed);
  // A server listens on one address as long as it lives.
  const loopback = new WeakMap<Server, boolean>();
  return (host, server) => {
    let guarded = allowed !== undefined || loopback.get(server);
    if (guarded === undefined) {
      guarded = isLoopback(server);
      if (server.listening) loopback.set(server, guarded);
    }
    return guarded ? named(host, server) : undefined;
  };
}

/** Of a service in an application, whose choice this is: nothing is refused unless `allowed` names hosts. */
export function applicationHosts(allowed: readonly string[] | undefined): HostRule {
  const named = namedHosts(allowed);
  return allowed === undefined ? () => undefined : named;
}

/** What allowed hosts must be, for messages. */
export const HOST_NAMES = "names of hosts without a port, such as market.example, or *";
const NAME = /^(?:\*|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)$/i;

export function isHostName(name: unknown): name is string {
  return typeof name === "string" && NAME.test(name);
}

/** Throws PARAMETER_OUT_OF_RANGE for what is no list of names. */
function namedHosts(allowed: readonly string[] = []): HostRule {
  const wrong: unknown = Array.isArray(allowed) ? allowed.find((name) => !isHostName(name)) : allowed;
  if (wrong !== undefined) throw parameterError("allowedHosts", HOST_NAMES, wrong);
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  if (names.has("*")) return () => undefined;
  // Most requests name the host that the one before has named.
  let passed: string | undefined;
  return (host) => {
    // Only HTTP/1.0 needs none, and no browser speaks it.
    if (host === passed || host === undefined) return undefined;
    const name = hostName(host);
    if (isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || names.has(name)) {
      passed = host;
      return undefined;
    }
    const reason = "must be localhost, an address, or a name that the server allows";
    return invalidParameters([{ in: "header", parameter: "Host", value: host, reason }]);
  };
}

/** The name in a header `Host`: without its port, brackets and final dot. */
function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  if (bracketed !== null) return bracketed[1]!;
  return host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
}

function isLoopback(server: Server): boolean {
  const bound = server.address();
  return bound !== null && typeof bound === "object" && /^(?:::ffff:)?127\.|^::1$/.test(bound.address);
}
