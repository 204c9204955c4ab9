import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CONNECTION_LIMITS } from "./connection-limits.ts";
import { ApiError } from "./errors/api-error.ts";

/** Responses with fewer bytes do not count as unread, since the operating system accepts them at once. */
const MIN_COUNTED_BYTES = 16_384;
const TICK_MS = 1_000;

/** A service that handles some of the requests of a server. */
export interface RequestOwner {
  /** Whether the service handles requests for this URL. */
  owns(url: string): boolean;
  /** Whether a request for this URL is answered even while too many bytes are unread. */
  isUrgent(url: string): boolean;
  /** Returns a name for the client that sent a request. Requests with the same name share one limit. */
  clientOf(request: IncomingMessage): string;
  /** Sends the error of a request that is refused without being processed. */
  refuse(request: IncomingMessage, answer: ServerResponse, error: ApiError): void;
  /** Called when a connection was ended because its client did not read the answers. */
  connectionEnded(unreadBytes: number): void;
  connectionsRejected(count: number): void;
}

/** Handles a request for another protocol before the server's listeners do. Returns whether it has handled the request. */
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** A client that sends requests on one or several connections. */
interface Client {
  readonly name: string;
  /** Number of the client's requests that are being processed. */
  inProgress: number;
  /** Bytes of responses that the client has not read. */
  unreadBytes: number;
  /** Connections whose next waiting request is from this client, longest waiting first. */
  readonly waiting: Set<ConnectionState>;
}

interface StartedRequest {
  readonly answer: ServerResponse;
  /** The client that sent the request; undefined if no service handles the URL. */
  readonly client: Client | undefined;
  /** Unread bytes of the response, as far as they are part of the totals. */
  countedBytes: number;
  /** Number of the check before which processing started. */
  readonly startTick: number;
}

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly client: Client;
}

/** State of one connection: a socket, or an HTTP/2 session. */
interface ConnectionState {
  readonly socket: Socket;
  /** The last response; undefined once it is sent and its request has been read completely. */
  lastAnswer: ServerResponse | undefined;
  readonly inProgress: StartedRequest[];
  readonly waiting: WaitingRequest[];
  /** Number of requests that are ignored because the connection is ending. */
  dropped: number;
  /** Number of refusals that are not sent yet (HTTP/2 only). */
  pendingRefusals: number;
  isEnding: boolean;
  /** Whether Node has removed its listeners from the socket because a request asked for another protocol. */
  isDetached: boolean;
  /** Oldest request, unsent bytes and number of the last check with progress, as the last check found them. */
  oldest: StartedRequest | undefined;
  bytesLeft: number;
  progressTick: number;
}

type Emit = (name: string, ...args: unknown[]) => boolean;

const CONNECTIONS_BY_SERVER = new WeakMap<Server, Connections>();

/** Returns the object that manages the connections of a server, and creates it on first use. */
export function connectionsOf(server: Server): Connections {
  let known = CONNECTIONS_BY_SERVER.get(server);
  if (known === undefined) CONNECTIONS_BY_SERVER.set(server, (known = new Connections(server)));
  return known;
}

/**
 * Manages the connections of a server and the requests that wait on each. It gets requests before Fastify does. A request waits while its
 * connection, its client or the server has too many unread bytes. It replaces the server's `emit`, since a listener cannot keep an event
 * from other listeners.
 */
class Connections {
  /** Number of new connections and requests so far. */
  arrivals = 0;
  /**
   * Number of connections that were ended because their responses were not read, and of connections rejected because too many were open.
   */
  stalled = 0;
  connectionsRejected = 0;
  /** Called before the server's own upgrade listeners; `handleUpgrades` sets it. */
  takeUpgrade: UpgradeHandler | undefined;
  readonly #emit: Emit;
  readonly #owners = new Set<RequestOwner>();
  // Maps each connection to its long-lived state. A set of all responses would be rehashed constantly, and its old tables would keep
  // responses in memory.
  readonly #states = new Map<object, ConnectionState>();
  /** Connections with waiting requests, longest waiting first. */
  readonly #waitingConnections = new Set<ConnectionState>();
  /** Clients with requests that are processed or waiting. */
  readonly #clients = new Map<string, Client>();
  #waitingRequests = 0;
  #unreadBytes = 0;
  #tick = 0;
  /** Number of rejected connections at the last check. */
  #rejectedBefore = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#emit = server.emit.bind(server) as Emit;
    server.emit = (name: string, ...args: unknown[]): boolean => {
      if (name === "request") return this.#request(args[0] as IncomingMessage, args[1] as ServerResponse);
      return (name === "upgrade" && this.#upgrade(args)) || this.#emit(name, ...args);
    };
    server.on("connection", (socket: Socket) => {
      this.arrivals++;
      this.#open(socket, socket);
    });
    server.on("drop", () => this.#countRejected());
    server.on("error", (error: Error & { readonly code?: string }) => {
      // Node reports that it could not accept a connection, since no file descriptor is free. The process must continue.
      if (error.code === "EMFILE" || error.code === "ENFILE") this.#countRejected();
      else if (server.listenerCount("error") === 1) throw error;
    });
    server.on("close", () => {
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  /** Bytes that clients have not read yet, without small responses. */
  get unreadBytes(): number {
    return this.#unreadBytes;
  }

  /** Number of open connections. */
  get open(): number {
    return this.#states.size;
  }

  /** Adds a service that handles requests. Returns a function that removes the service. */
  add(owner: RequestOwner): () => void {
    this.#owners.add(owner);
    return () => this.#owners.delete(owner);
  }

  /** Returns the last response on a connection; undefined if there was none or if it is complete. */
  lastAnswerOn(socket: Duplex): ServerResponse | undefined {
    return this.#states.get(socket)?.lastAnswer;
  }

  /** Yields every connection with its last response. */
  *entries(): Iterable<[Socket, ServerResponse | undefined]> {
    for (const { socket, lastAnswer } of this.#states.values()) yield [socket, lastAnswer];
  }

  /** Calls `work` once all earlier requests of a connection have their response. */
  whenAnswered(socket: Duplex, work: () => void): void {
    const connection = this.#states.get(socket);
    const lastAnswer = connection?.lastAnswer;
    if (connection === undefined || lastAnswer === undefined) {
      work();
      return;
    }
    // The connection closes after the response that is being sent, so `work` is not needed.
    if (connection.isEnding) return;
    // Node has removed its own listeners. Without these, a response in parts would wait forever, and reading on would lose data.
    connection.isDetached = true;
    // eslint-disable-next-line no-underscore-dangle -- Node resumes a socket with this mark by itself, and this pause is ours
    (socket as { _paused?: boolean })._paused = false;
    socket.pause();
    const drained = (): void => void connection.inProgress[0]?.answer.emit("drain");
    const closed = (): void => {
      for (const { answer } of connection.inProgress.slice()) if (!answer.closed) answer.emit("close");
    };
    socket.on("drain", drained);
    socket.once("close", closed);
    lastAnswer.once("close", () => {
      socket.off("drain", drained);
      socket.off("close", closed);
      connection.isDetached = false;
      // Restores the state in which Node hands over a socket.
      (socket as { readableFlowing: boolean | null }).readableFlowing = null;
      if (socket.writable) work();
    });
  }

  #countRejected(): void {
    this.connectionsRejected++;
    this.#timer ??= setInterval(() => this.#checkConnections(), TICK_MS).unref();
  }

  #open(key: object, socket: Socket): ConnectionState {
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    this.#timer ??= setInterval(() => this.#checkConnections(), TICK_MS).unref();
    const connection: ConnectionState = {
      socket,
      lastAnswer: undefined,
      inProgress: [],
      waiting: [],
      dropped: 0,
      pendingRefusals: 0,
      isEnding: false,
      isDetached: false,
      oldest: undefined,
      bytesLeft: 0,
      progressTick: this.#tick,
    };
    this.#states.set(key, connection);
    socket.once("close", () => {
      this.#states.delete(key);
      this.#removeWaiting(connection);
    });
    return connection;
  }

  #upgrade([request, socket, head]: unknown[]): boolean {
    return this.takeUpgrade?.(request as IncomingMessage, socket as Duplex, head as Buffer) === true;
  }

  #request(request: IncomingMessage, answer: ServerResponse): boolean {
    this.arrivals++;
    const { socket } = request;
    // All streams of an HTTP/2 session share one socket, so the session is the key.
    const key = (request as { readonly stream?: { readonly session?: object } }).stream?.session ?? socket;
    const connection = this.#states.get(key) ?? this.#open(key, key as Socket);
    connection.lastAnswer = answer;
    if (connection.isEnding) {
      this.#ignore(connection);
      return true;
    }
    const url = request.url ?? "";
    const owner = this.#ownerOf(url);
    const client = owner && this.#client(owner.clientOf(request));
    const isFree =
      connection.waiting.length === 0 && this.#canStart(connection) && (client === undefined || mayStart(client));
    if (isFree || client === undefined || (connection.inProgress.length === 0 && owner!.isUrgent(url)))
      this.#start(connection, request, answer, client);
    else this.#queue(connection, owner!, request, answer, client);
    return true;
  }

  #client(name: string): Client {
    let client = this.#clients.get(name);
    if (client === undefined)
      this.#clients.set(name, (client = { name, inProgress: 0, unreadBytes: 0, waiting: new Set() }));
    return client;
  }

  #ownerOf(url: string): RequestOwner | undefined {
    for (const owner of this.#owners) if (owner.owns(url)) return owner;
    return undefined;
  }

  #canStart({ inProgress }: ConnectionState): boolean {
    const { inProgress: max, unreadBytes, unreadBytesInTotal } = CONNECTION_LIMITS;
    if (inProgress.length === 0) return this.#unreadBytes < unreadBytesInTotal;
    if (inProgress.length >= max || this.#unreadBytes >= unreadBytesInTotal) return false;
    let unread = 0;
    for (const { answer } of inProgress) unread += unreadBytesOf(answer);
    return unread < unreadBytes;
  }

  #start(
    connection: ConnectionState,
    request: IncomingMessage,
    answer: ServerResponse,
    client: Client | undefined,
  ): void {
    const started: StartedRequest = { answer, client, countedBytes: 0, startTick: this.#tick };
    if (client !== undefined) client.inProgress++;
    if (connection.inProgress.push(started) === 1) connection.progressTick = this.#tick;
    // Each event occurs once, so `on` is enough. `once` would allocate two more objects per request.
    answer.on("close", () => this.#finish(connection, started));
    this.#emit("request", request, answer);
    if (answer.writableEnded) this.#count(started);
    else answer.on("prefinish", () => this.#count(started));
  }

  #count(started: StartedRequest): void {
    const unread = unreadBytesOf(started.answer);
    if (unread <= Math.max(MIN_COUNTED_BYTES, started.countedBytes) || started.answer.closed) return;
    this.#setUnread(started, unread);
  }

  #setUnread(started: StartedRequest, unread: number): void {
    this.#unreadBytes += unread - started.countedBytes;
    if (started.client !== undefined) started.client.unreadBytes += unread - started.countedBytes;
    started.countedBytes = unread;
  }

  #finish(connection: ConnectionState, started: StartedRequest): void {
    const { answer } = started;
    // Most connections process one request at a time, and `splice` would allocate an array.
    if (connection.inProgress.length === 1 && connection.inProgress[0] === started) {
      connection.inProgress.pop();
    } else {
      const at = connection.inProgress.indexOf(started);
      if (at >= 0) connection.inProgress.splice(at, 1);
    }
    const wasFull = this.#unreadBytes >= CONNECTION_LIMITS.unreadBytesInTotal;
    this.#setUnread(started, 0);
    // If a request was answered early, its body may still be arriving.
    if (answer.req.complete && connection.lastAnswer === answer) connection.lastAnswer = undefined;
    if (connection.waiting.length > 0) this.#startWaiting(connection);
    const { client } = started;
    if (client !== undefined) {
      client.inProgress--;
      for (const other of client.waiting) if (mayStart(client)) this.#startWaiting(other);
      this.#removeIfIdle(client);
    }
    if (wasFull) for (const other of this.#waitingConnections) this.#startWaiting(other);
  }

  #removeIfIdle({ name, inProgress, waiting }: Client): void {
    if (inProgress === 0 && waiting.size === 0) this.#clients.delete(name);
  }

  #queue(
    connection: ConnectionState,
    owner: RequestOwner,
    request: IncomingMessage,
    answer: ServerResponse,
    client: Client,
  ): void {
    const { waiting, pauseReadingAt } = CONNECTION_LIMITS;
    if (connection.waiting.length >= waiting) {
      owner.refuse(request, answer, tooManyRequests(waiting));
      this.#removeIfIdle(client);
      if (request.httpVersionMajor === 1) {
        connection.isEnding = true;
      } else if (++connection.pendingRefusals > waiting) {
        this.#endConnection(connection);
      } else {
        // Requests of an HTTP/2 session do not wait for each other, so the session continues after a refusal.
        answer.once("close", () => connection.pendingRefusals--);
      }
      return;
    }
    if (connection.waiting.push({ request, answer, client }) === 1) client.waiting.add(connection);
    this.#waitingConnections.add(connection);
    if (connection.waiting.length === pauseReadingAt) pause(connection);
    this.#countWaiting();
  }

  /** Ignores a request that follows the refusal with which its connection ends. */
  #ignore(connection: ConnectionState): void {
    pause(connection);
    connection.dropped++;
    this.#waitingConnections.add(connection);
    this.#countWaiting();
  }

  /** Counts a waiting request. If there are too many, ends the connection with the most waiting requests. */
  #countWaiting(): void {
    if (++this.#waitingRequests <= CONNECTION_LIMITS.waitingInTotal) return;
    let longest: ConnectionState | undefined;
    for (const connection of this.#waitingConnections)
      if (longest === undefined || waitingCount(connection) > waitingCount(longest)) longest = connection;
    if (longest !== undefined) this.#endConnection(longest);
  }

  /** Starts the waiting requests of a connection as far as the limits allow. */
  #startWaiting(connection: ConnectionState): void {
    const { waiting, socket } = connection;
    while (waiting.length > 0 && this.#canStart(connection) && mayStart(waiting[0]!.client)) {
      const { request, answer, client } = waiting.shift()!;
      client.waiting.delete(connection);
      waiting[0]?.client.waiting.add(connection);
      this.#waitingRequests--;
      if (waiting.length === CONNECTION_LIMITS.pauseReadingAt / 2 && !connection.isEnding) resume(connection);
      if (!answer.destroyed && !socket.destroyed) this.#start(connection, request, answer, client);
      else this.#removeIfIdle(client);
    }
    if (waitingCount(connection) === 0) this.#waitingConnections.delete(connection);
  }

  /** Ends connections whose responses are not read, and reports rejected connections. */
  #checkConnections(): void {
    const { stalledSeconds, crowdedSeconds, unreadBytesInTotal } = CONNECTION_LIMITS;
    this.#tick++;
    const refused = this.connectionsRejected - this.#rejectedBefore;
    this.#rejectedBefore = this.connectionsRejected;
    if (refused > 0) for (const owner of this.#owners) owner.connectionsRejected(refused);
    const slow: ConnectionState[] = [];
    for (const connection of this.#states.values()) {
      const [first] = connection.inProgress;
      if (first === undefined) continue;
      let unread = 0;
      for (const started of connection.inProgress) {
        this.#count(started);
        unread += unreadBytesOf(started.answer);
      }
      const bytesLeft = bytesToWrite(connection.socket, unread);
      if (unread === 0 || bytesLeft < connection.bytesLeft || first !== connection.oldest)
        connection.progressTick = this.#tick;
      connection.bytesLeft = bytesLeft;
      connection.oldest = first;
      if (this.#tick - connection.progressTick >= stalledSeconds) this.#endConnection(connection);
      else if (unread > 0 && this.#tick - first.startTick >= crowdedSeconds) slow.push(connection);
    }
    for (const connection of slow.toSorted((one, other) => one.oldest!.startTick - other.oldest!.startTick)) {
      const { client } = connection.oldest!;
      if (this.#unreadBytes >= unreadBytesInTotal || (client !== undefined && hasMaxUnread(client)))
        this.#endConnection(connection);
    }
    for (const connection of this.#waitingConnections) this.#startWaiting(connection);
  }

  /** Ends a connection at once. */
  #endConnection(connection: ConnectionState): void {
    this.stalled++;
    connection.isEnding = true;
    let unread = 0;
    for (const started of connection.inProgress) {
      unread += started.countedBytes;
      this.#setUnread(started, 0);
    }
    this.#removeWaiting(connection);
    for (const owner of this.#owners) owner.connectionEnded(unread);
    destroySocket(connection.socket);
  }

  #removeWaiting(connection: ConnectionState): void {
    this.#waitingConnections.delete(connection);
    const client = connection.waiting[0]?.client;
    if (client?.waiting.delete(connection)) this.#removeIfIdle(client);
    this.#waitingRequests -= waitingCount(connection);
    connection.waiting.length = connection.dropped = 0;
  }
}

export type { Connections };

/** Whether the limits of a client allow its next request to start. */
const mayStart = (client: Client) => client.inProgress < CONNECTION_LIMITS.inProgressPerClient && !hasMaxUnread(client);

/** Whether a client has reached its limit of unread bytes. */
function hasMaxUnread({ unreadBytes }: Client): boolean {
  return unreadBytes >= CONNECTION_LIMITS.unreadBytesPerClient;
}

/** Number of requests that wait on a connection. */
function waitingCount({ waiting, dropped }: ConnectionState): number {
  return waiting.length + dropped;
}

/** Returns the error for a pipelined request beyond the limit. */
function tooManyRequests(limit: number): ApiError {
  const message = `at most ${limit} pipelined requests may wait on a connection; this one was not started, and the connection ends`;
  return new ApiError("RATE_LIMIT_EXCEEDED", message, { limit }, { headers: { "retry-after": "1" } });
}

/** Bytes of a response that the operating system has not accepted yet. */
function unreadBytesOf(answer: ServerResponse): number {
  const { stream } = answer as { readonly stream?: { readonly writableLength?: number } };
  return stream === undefined ? answer.writableLength : (stream.writableLength ?? 0);
}

/**
 * Bytes of a connection that are not sent yet. `unread` contains the whole response that is being written; here only its unsent part
 * counts.
 */
function bytesToWrite(socket: Socket, unread: number): number {
  // An HTTP/2 session has neither of these members.
  const { _handle: handle, writableLength = 0 } = socket as Omit<Socket, "writableLength"> & {
    readonly writableLength?: number;
    readonly _handle?: { readonly writeQueueSize?: number } | null;
  };
  return unread - writableLength + Math.min(writableLength, handle?.writeQueueSize ?? writableLength);
}

/** Closes a connection at once, and discards responses that are still in the buffer of the operating system. */
function destroySocket(socket: Socket): void {
  const isPlain =
    typeof socket.resetAndDestroy === "function" && (socket as { encrypted?: boolean }).encrypted !== true;
  if (isPlain) socket.resetAndDestroy();
  else socket.destroy();
}

function pause({ socket, isDetached }: ConnectionState): void {
  // An HTTP/2 session has no `pause`.
  if (!isDetached && typeof socket.pause === "function") socket.pause();
}

function resume({ socket, isDetached }: ConnectionState): void {
  if (!isDetached && typeof socket.resume === "function" && !socket.destroyed) socket.resume();
}
