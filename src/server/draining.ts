import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Nothing that arrives for so long: what was under way when the server began to close has arrived. */
const QUIET_MS = 25;
/** The longest that a server which closes still takes connections, however many come. */
const LONGEST_MS = 500;

/**
 * Lets a server that closes go on reading until all that had arrived by then is read: a connection that nobody has taken from the host yet would be cut off, and who
 * sent a request on it would not know whether it was done. What is read meanwhile is answered, by the guard with 503. Connections end with their
 * answers then, and those on which nothing ever came end at once.
 */
export function drainOnClose(app: FastifyInstance): void {
  const { server } = app;
  // A connection and what it answers last. A set of answers would write itself anew all the time, and each table that it had left would carry the
  // answers of its last moment, and what they hold, into the old part of the heap.
  const sockets = new Map<Socket, ServerResponse | undefined>();
  let arrivals = 0;
  server.on("connection", (socket: Socket) => {
    arrivals++;
    sockets.set(socket, undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", ({ socket }, answer: ServerResponse) => {
    arrivals++;
    sockets.set(socket, answer);
    answer.once("close", () => {
      if (sockets.get(socket) === answer) sockets.set(socket, undefined);
    });
  });
  app.addHook("preClose", async () => {
    if (!server.listening) return;
    for (let waited = 0; waited < LONGEST_MS; waited += QUIET_MS) {
      const before = arrivals;
      await wait(QUIET_MS);
      if (arrivals === before) break;
    }
    for (const [socket, answer] of sockets) {
      if (answer !== undefined) endWith(answer);
      if (socket.bytesRead === 0) socket.destroy();
    }
  });
}

/** The connection of an answer is not kept for another request. */
function endWith(answer: ServerResponse): void {
  const { socket } = answer;
  if (answer.headersSent) answer.once("finish", () => socket?.end());
  else answer.shouldKeepAlive = false;
}
