import { parameterError } from "../../primitives/check.ts";

/** Where a Redis is, as its client wants it. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Record<string, never>;
}

/** Reads `redis://user:password@host:port/database`, or `rediss://` for a connection with TLS. Throws a `RangeError`. */
export function redisAddress(url: string): RedisAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const db = Number(parsed?.pathname.replace(/^\//, "") ?? "");
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "" || !Number.isInteger(db)) {
    throw parameterError("redis", "an address such as redis://127.0.0.1:6379", url);
  }
  return {
    host: parsed.hostname.replace(/^\[(?<host>.*)\]$/, "$<host>"),
    port: parsed.port === "" ? 6379 : Number(parsed.port),
    db,
    ...(parsed.username !== "" && { username: decodeURIComponent(parsed.username) }),
    ...(parsed.password !== "" && { password: decodeURIComponent(parsed.password) }),
    ...(parsed.protocol === "rediss:" && { tls: {} }),
  };
}
