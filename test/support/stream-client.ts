import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { Value } from "typebox/value";
import { STREAM_MESSAGES } from "../../src/schemas/stream-message.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";

/** A message that the server sends. */
export type Message = Record<string, any>;

/** How a connection ended. */
export interface Ended {
  readonly code: number;
  readonly reason: string;
}

/** Stream client on a real socket, which checks that every message matches its schema. */
export class StreamClient {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly opened: Promise<void>;
  readonly ended: Promise<Ended>;
  #read = 0;
  #wake: () => void = () => {};

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Message;
      const schema = STREAM_MESSAGES[message["type"] as keyof typeof STREAM_MESSAGES];
      if (schema === undefined || !Value.Check(schema, message))
        message["schemaErrors"] = schema === undefined ? "unknown type" : Value.Errors(schema, message);
      this.messages.push(message);
      this.#wake();
    });
    this.opened = new Promise((resolve, reject) => {
      socket.once("open", () => resolve());
      socket.once("error", reject);
    });
    this.opened.catch(() => {});
    this.ended = new Promise((resolve) => {
      socket.once("close", (code, reason) => {
        resolve({ code, reason: String(reason) });
        this.#wake();
      });
    });
    socket.on("error", () => {});
  }

  say(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Returns the next unread message, or the next one of a type, before which others are skipped. */
  async next(type?: string): Promise<Message> {
    for (;;) {
      while (this.#read < this.messages.length) {
        const message = this.messages[this.#read++]!;
        if (message["schemaErrors"] !== undefined) throw new Error(`no such message: ${JSON.stringify(message)}`);
        if (type === undefined || message["type"] === type) return message;
      }
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`the connection ended before ${type ?? "anything"}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Sends a message. Returns the response, which is the next message of a type or an error. */
  async ask(message: object, type: string): Promise<Message> {
    this.say(message);
    for (;;) {
      const answer = await this.next();
      if (answer["type"] === type || answer["type"] === "error") return answer;
    }
  }

  /** Returns all messages up to the server's answer to a ping, after which no earlier message can arrive. */
  async all(): Promise<readonly Message[]> {
    const from = this.#read;
    await this.ask({ action: "ping" }, "pong");
    return this.messages.slice(from, this.#read - 1);
  }

  close(): Promise<Ended> {
    this.socket.close();
    return this.ended;
  }
}

/** Returns the port of a server, which starts to listen if necessary. */
async function portOf(server: HindcastServer): Promise<number> {
  if (server.server.address() === null) await server.listen({ port: 0, host: "127.0.0.1" });
  return (server.server.address() as AddressInfo).port;
}

export interface Opening {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** Creates a client whose connection is opening. */
export async function connecting(server: HindcastServer, { headers = {}, path = "/v2/stream" }: Opening = {}) {
  const port = await portOf(server);
  return new StreamClient(new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers }));
}

/** Creates a client and waits until it is authenticated. */
export async function connected(server: HindcastServer, opening: Opening): Promise<StreamClient> {
  const client = await connecting(server, opening);
  await client.next("authenticated");
  return client;
}

/** Requests the stream, and returns the HTTP response with which the server refuses. */
export async function refusal(server: HindcastServer, opening: Opening = {}) {
  const client = await connecting(server, opening);
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Message }>((resolve) => {
    client.socket.once("unexpected-response", (_, response) => {
      let text = "";
      response.on("data", (part) => (text += String(part)));
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) as Message }),
      );
    });
  });
}
