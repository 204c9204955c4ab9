import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { parameterError } from "../../primitives/check.ts";
import type { RedisAddress } from "./redis-address.ts";

/** Longer than a connection over half of the world takes. */
const PATIENCE_MS = 10_000;

/**
 * Throws a `RangeError` where no Redis keeps a value: nothing takes connections, the password is wrong, it is a replica or it is full. A Redis that goes away
 * later is waited for, but one that cannot be used when work begins is mostly an address that was mistyped. The message does not hold the password.
 */
export async function checkRedisAnswers(address: RedisAddress): Promise<void> {
  const { host, port } = address;
  const commands = commandsOf(address);
  const problem = await new Promise<string>((resolve) => {
    const to = { host, port, timeout: PATIENCE_MS };
    const socket = address.tls === undefined ? connect(to) : connectTls({ ...to, ...address.tls });
    const end = (found: string): void => {
      socket.destroy();
      resolve(found);
    };
    let answer = "";
    socket.once(address.tls === undefined ? "connect" : "secureConnect", () => {
      socket.write(commands.map(encoded).join(""));
    });
    socket.on("data", (data) => {
      answer += data.toString("latin1");
      const lines = answer.split("\r\n").slice(0, -1);
      const refused = lines.find((line) => line.startsWith("-"));
      if (refused !== undefined) end(refused.slice(1));
      else if (lines.length >= commands.length) end("");
    });
    socket.once("timeout", () => end("no answer"));
    socket.once("close", () => end("it closed the connection"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
  if (problem === "") return;
  throw parameterError("redis", `the address of a Redis that can be used (${problem})`, `${host}:${port}`);
}

function commandsOf({ username, password, db }: RedisAddress): readonly (readonly string[])[] {
  const login = password === undefined ? [] : [["AUTH", ...(username === undefined ? [] : [username]), password]];
  return [...login, ["SELECT", String(db)], ["SET", "bull:hindcast-can-be-written", "1", "PX", "1000"]];
}

/** A command as Redis reads it. */
function encoded(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}
