import { connect } from "node:net";
import { parameterError } from "../../primitives/check.ts";
import type { RedisAddress } from "./redis-address.ts";

/** Longer than a connection over half of the world takes. */
const PATIENCE_MS = 10_000;

/**
 * Throws a `RangeError` where nobody takes connections. A Redis that goes away later is waited for, but one that is not there when work begins is mostly an
 * address that was mistyped. User and password of the address are not told.
 */
export async function checkRedisAnswers({ host, port }: RedisAddress): Promise<void> {
  const problem = await new Promise<string>((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS });
    const end = (found: string): void => {
      socket.destroy();
      resolve(found);
    };
    socket.once("connect", () => end(""));
    socket.once("timeout", () => end("no answer"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
  if (problem === "") return;
  throw parameterError("redis", `the address of a Redis that takes connections (${problem})`, `${host}:${port}`);
}
