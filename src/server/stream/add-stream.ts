import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type ServerOptions, WebSocketServer } from "ws";
import { apiErrorOf } from "../errors/error-of.ts";
import { backtestRecord } from "../backtests/backtest-records.ts";
import { answerRaw } from "../errors/raw-answer.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { countedHeaders } from "../headers/answer-headers.ts";
import type { ServerContext } from "../server-context.ts";
import { CLOSE } from "./close-code.ts";
import { Connection } from "./connection.ts";
import { admitStream, type Found, type StreamAdmission } from "./handshake.ts";
import { Inbox } from "./inbox.ts";
import { StreamHub } from "./stream-hub.ts";
import { STREAM_DEFAULTS, type StreamSettings } from "./stream-settings.ts";

/** The most bytes of a message of a client. */
const INBOUND_LIMIT = 16_384;
/** Milliseconds that a client has to answer the end of its connection. */
const CLOSE_MS = 1_000;

/** A request that may open the stream. */
interface Admitted {
  readonly requestId: string;
  /** Of its answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Writes its line, where there are such. */
  readonly note: (status: number) => void;
}

/** Serves the stream: takes over connections that ask for it, and ends them with the server. */
export function addStream(app: FastifyInstance, context: ServerContext, given: Partial<StreamSettings> = {}): void {
  const settings = { ...STREAM_DEFAULTS, ...given };
  const hub = new StreamHub(context, settings, (error) => app.log.error({ err: error }, "message failed"));
  context.stream = hub;
  // Its types do not know `closeTimeout` yet.
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    maxPayload: INBOUND_LIMIT,
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  };
  const sockets = new WebSocketServer(options);
  const admitted = new WeakMap<IncomingMessage, Admitted>();
  sockets.on("headers", (lines, request) => {
    for (const [name, value] of Object.entries(admitted.get(request)?.headers ?? {})) lines.push(`${name}: ${value}`);
  });
  context.openStream = (request, socket, head, requestId) => {
    const since = performance.now();
    const { failedAttempts, refusals, wallClock, sessions, clients } = context;
    const address = clients.of(request);
    const found: Found = { window: failedAttempts.of(address) };
    const headers = (): Record<string, string> => countedHeaders(requestId, found.window, wallClock());
    const note = (status: number): void => {
      const { method, url } = request;
      context.accessLog?.note({ requestId, method, url, status, since, key: found.known?.key.id });
    };
    let admission: StreamAdmission;
    try {
      admission = admitStream(hub, request, address, found);
    } catch (error) {
      const refusal = apiErrorOf(error, requestId);
      refusals.note(refusal);
      answerRaw(socket, refusal, (found.session ?? sessions.main).now, requestId, headers());
      note(refusal.status);
      return;
    }
    admitted.set(request, { requestId, headers: headers(), note });
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      open(hub, admission, webSocket, socket, address);
      note(101);
    });
  };
  // What `admitStream` lets pass the library takes; should it not, its client is told in our words.
  sockets.on("wsClientError", (error, socket, request) => {
    const refusal = invalidParameters([
      { in: "request", parameter: "", reason: `must open a WebSocket: ${error.message}` },
    ]);
    const { requestId = "", note } = admitted.get(request) ?? {};
    answerRaw(socket, refusal, context.sessions.main.now, requestId);
    note?.(refusal.status);
  });
  const timer = setInterval(() => hub.tick(), settings.tickMs).unref();
  const unlisten = context.keys.onRevoked((id) => hub.dismiss(id));
  context.backtests.jobs.onChange((backtest) => hub.tellBacktest(backtest.asked.keyId, backtestRecord(backtest)));
  app.addHook("preClose", async () => {
    clearInterval(timer);
    unlisten();
    await closeAll(hub);
  });
}

/** Listeners are set before anything of the socket is read. */
function open(
  hub: StreamHub,
  { known, session, named }: StreamAdmission,
  socket: Connection["socket"],
  stream: Duplex,
  address: string,
): void {
  const connection = new Connection(hub.nextId(), hub, hub.feed(session), named, socket, stream, address);
  const inbox = new Inbox(connection);
  const hears = (): void => {
    connection.heard = hub.context.wallClock();
  };
  socket.on("message", (data, isBinary) => {
    hears();
    inbox.take(data as Buffer, isBinary);
  });
  socket.on("ping", () => {
    hears();
    inbox.count();
  });
  socket.on("pong", hears);
  // What is wrong with a frame the library has answered by the code with which it closes.
  socket.on("error", () => {});
  socket.on("close", () => {
    inbox.stop();
    hub.remove(connection);
  });
  hub.add(connection);
  connection.welcome(known !== undefined);
  if (known === undefined) inbox.awaitKey();
  else inbox.admit(known);
}

/** Tells every client that the server goes away, and waits until they have gone, a second at most. */
async function closeAll(hub: StreamHub): Promise<void> {
  const { connections } = hub;
  const gone = [...connections].map(
    ({ socket }) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
  );
  for (const connection of connections) {
    connection.control({ type: "closing", reason: "the server is shutting down" });
    connection.end(CLOSE.goingAway, "the server is shutting down");
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([Promise.all(gone), late]);
  clearTimeout(timer);
  for (const { socket } of connections) socket.terminate();
}
