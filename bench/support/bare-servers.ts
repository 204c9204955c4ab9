import { once } from "node:events";
import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server of the project answered, to be written as it is by one that does nothing else. */
export interface Answered {
  readonly statusCode: number;
  readonly headers: object;
  readonly body: string;
}

export interface BareServer {
  readonly port: number;
  stop(): void;
}

/** Writes one answer, whatever it is asked. */
export function constantServer({ statusCode, headers, body }: Answered): Promise<BareServer> {
  const own = ownHeaders(headers);
  return listening((_, response) => response.writeHead(statusCode, own).end(body));
}

/**
 * Writes one answer when what it was sent is appended to a file and on disk, with all that came in the same turn of the event loop: the least that a server does which
 * loses nothing that it has answered.
 */
export function appendingServer(path: string, { statusCode, headers, body }: Answered): Promise<BareServer> {
  const own = ownHeaders(headers);
  const file = openSync(path, "a");
  let lines = "";
  let waiting: ServerResponse[] = [];
  const commit = (): void => {
    writeSync(file, lines);
    fdatasyncSync(file);
    const answered = waiting;
    [lines, waiting] = ["", []];
    for (const response of answered) response.writeHead(statusCode, own).end(body);
  };
  return listening((request, response) => {
    let sent = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (sent += part));
    request.on("end", () => {
      lines += `${sent}\n`;
      if (waiting.push(response) === 1) setImmediate(commit);
    });
  });
}

/** A server adds these itself. */
function ownHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !["date", "connection"].includes(name)));
}

async function listening(answer: RequestListener): Promise<BareServer> {
  const server: Server = createServer(answer);
  // It waits for its turn as long as the other does.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
