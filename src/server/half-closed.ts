import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long a client that has ended its side is waited for with its answer: it may be gone, which looks the same. */
const PATIENCE_MS = 250;

/**
 * Answers clients that end their side of a connection with their request, as scripts do that write it and read to the end. Node would end the other side at once,
 * and an order that is on its way to the disk would be placed and not told.
 */
export function answerHalfClosed(server: Server): void {
  // Node's own name for it, as old as its server, and not among its types.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => {
    socket.once("end", () => {
      if (!socket.writableEnded) setTimeout(() => socket.end(), PATIENCE_MS).unref();
    });
  });
}
