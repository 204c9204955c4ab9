import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The connections of a server, each with the request that it is about. */
export class Connections {
  /** Counts connections and requests as they come. */
  arrivals = 0;
  // A connection and what it answers last. A set of answers would write itself anew all the time, and each table that it had left would carry the
  // answers of its last moment, and what they hold, into the old part of the heap.
  readonly #answers = new Map<Socket, ServerResponse | undefined>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.arrivals++;
      this.#answers.set(socket, undefined);
      socket.once("close", () => this.#answers.delete(socket));
    });
    server.on("request", ({ socket }, answer: ServerResponse) => {
      this.arrivals++;
      this.#answers.set(socket, answer);
      answer.once("close", () => {
        // Of a request that was answered before all of it had come, the rest still comes.
        if (answer.req.complete && this.#answers.get(socket) === answer) this.#answers.set(socket, undefined);
      });
    });
  }

  /** The last answer on a connection; undefined where it was sent and its request has come to its end, and where there was none. */
  answerOn(socket: Socket): ServerResponse | undefined {
    return this.#answers.get(socket);
  }

  /** Every connection with its last answer. */
  entries(): Iterable<[Socket, ServerResponse | undefined]> {
    return this.#answers;
  }
}
