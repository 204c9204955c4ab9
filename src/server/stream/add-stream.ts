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
import { admitStream, type HandshakeState, type StreamAdmission } from "./handshake.ts";
import { Inbox } from "./inbox.ts";
import { StreamHub } from "./stream-hub.ts";
import { STREAM_DEFAULTS, type StreamSettings } from "./stream-settings.ts";

/** Maximum size of a message from a client in bytes. */
const MAX_MESSAGE_BYTES = 16_384;
/** Milliseconds in which a client has to confirm that its connection closes. */
const CLOSE_MS = 1_000;

/** A request that may open the stream. */
interface Admitted {
  readonly requestId: string;
  /** Headers of the response that opens the stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** Writes a line about the request to the access log, if there is one. */
  readonly note: (status: number) => void;
}

/** Serves the stream: opens connections, and closes them when the server closes. */
export function addStream(app: FastifyInstance, context: ServerContext, overrides: Partial<StreamSettings> = {}): void {
  const settings = { ...STREAM_DEFAULTS, ...overrides };
  const hub = new StreamHub(context, settings, (error) => app.log.error({ err: error }, "message failed"));
  context.stream = hub;
  // The types of the WebSocket library do not declare `closeTimeout` yet.
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
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
    const address = clients.addressOf(request);
    const found: HandshakeState = { window: failedAttempts.windowOf(address) };
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
  // The WebSocket library should accept whatever `admitStream` accepts. If it does not, the client gets the usual error body.
  sockets.on("wsClientError", (error, socket, request) => {
    const refusal = invalidParameters([
      { in: "request", parameter: "", reason: `must open a WebSocket: ${error.message}` },
    ]);
    const { requestId = "", note } = admitted.get(request) ?? {};
    answerRaw(socket, refusal, context.sessions.main.now, requestId);
    note?.(refusal.status);
  });
  const timer = setInterval(() => hub.tick(), settings.tickMs).unref();
  const unlisten = context.keys.onRevoked((id) => hub.disconnectKey(id));
  context.backtests.jobs.onChange((backtest) => hub.sendBacktest(backtest.request.keyId, backtestRecord(backtest)));
  app.addHook("preClose", async () => {
    clearInterval(timer);
    unlisten();
    await closeAll(hub);
  });
}

/** Opens a connection. Listeners are added before anything is read from the socket. */
function open(
  hub: StreamHub,
  { known, session, sessionName }: StreamAdmission,
  socket: Connection["socket"],
  stream: Duplex,
  address: string,
): void {
  const connection = new Connection(hub.nextId(), hub, hub.feed(session), sessionName, socket, stream, address);
  const inbox = new Inbox(connection);
  const noteActivity = (): void => {
    connection.lastHeardAt = hub.context.wallClock();
  };
  socket.on("message", (data, isBinary) => {
    noteActivity();
    inbox.handle(data as Buffer, isBinary);
  });
  socket.on("ping", () => {
    noteActivity();
    inbox.count();
  });
  socket.on("pong", noteActivity);
  // After an invalid frame, the WebSocket library itself closes the connection with the right code.
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

/** Announces the shutdown to all clients and waits until they have disconnected, for at most a second. */
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
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([Promise.all(gone), timeout]);
  clearTimeout(timer);
  for (const { socket } of connections) socket.terminate();
}
