import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Connections } from "./connections.ts";

/** Nothing that arrives for so long: what was under way when the server began to close has arrived. */
const QUIET_MS = 25;
/** The longest that a server which closes still takes connections, however many come. */
const LONGEST_MS = 500;

/**
 * Lets a server that closes go on reading until all that had arrived by then is read: a connection that nobody has taken from the host yet would be cut off, and who
 * sent a request on it would not know whether it was done. What is read meanwhile is answered, by the guard with 503. Connections end with their
 * answers then, and those on which nothing ever came end at once.
 */
export function drainOnClose(app: FastifyInstance, connections: Connections): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    for (let waited = 0; waited < LONGEST_MS; waited += QUIET_MS) {
      const before = connections.arrivals;
      await wait(QUIET_MS);
      if (connections.arrivals === before) break;
    }
    for (const [socket, answer] of connections.entries()) {
      if (answer !== undefined) endWith(answer, socket);
      if (socket.bytesRead === 0) socket.destroy();
    }
  });
}

/** The connection of an answer is not kept for another request. */
function endWith(answer: ServerResponse, socket: Socket): void {
  if (answer.writableFinished) socket.end();
  else if (answer.headersSent) answer.once("finish", () => socket.end());
  else answer.shouldKeepAlive = false;
}
