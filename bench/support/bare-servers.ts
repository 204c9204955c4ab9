import { once } from "node:events";
import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A response of the project's server, which a bare server repeats. */
export interface StoredResponse {
  readonly statusCode: number;
  readonly headers: object;
  readonly body: string;
}

export interface BareServer {
  readonly port: number;
  stop(): void;
}

/** Starts a server that answers each request with the same response. */
export function constantServer({ statusCode, headers, body }: StoredResponse): Promise<BareServer> {
  const repeated = withoutAutomatic(headers);
  return startServer((_, response) => response.writeHead(statusCode, repeated).end(body));
}

/**
 * Starts a server that appends each request body to a file and answers after the data is on disk. Requests of one turn of the event loop
 * share a write. A server that loses no answered request must do at least this work.
 */
export function appendingServer(path: string, { statusCode, headers, body }: StoredResponse): Promise<BareServer> {
  const repeated = withoutAutomatic(headers);
  const file = openSync(path, "a");
  let lines = "";
  let pending: ServerResponse[] = [];
  const commit = (): void => {
    writeSync(file, lines);
    fdatasyncSync(file);
    const batch = pending;
    [lines, pending] = ["", []];
    for (const response of batch) response.writeHead(statusCode, repeated).end(body);
  };
  return startServer((request, response) => {
    let sent = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (sent += part));
    request.on("end", () => {
      lines += `${sent}\n`;
      if (pending.push(response) === 1) setImmediate(commit);
    });
  });
}

/** Drops headers that `node:http` adds itself. */
function withoutAutomatic(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !["date", "connection"].includes(name)));
}

async function startServer(onRequest: RequestListener): Promise<BareServer> {
  const server: Server = createServer(onRequest);
  // Connections stay idle while other servers are measured.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
