import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ApiError } from "./errors/api-error.ts";

/** What one connection, and all connections of a server, may keep waiting. */
export const CONNECTION_LIMITS = {
  /** Pipelined requests of a connection that are worked on at a time. */
  begun: 16,
  /** Requests of a connection that wait for their turn. One more ends the connection; of HTTP/2 so many more are refused first. */
  held: 250,
  /** Waiting requests from which on the connection is not read. */
  pauseAt: 32,
  /** Waiting requests of all connections. One more ends the connection where most wait. */
  heldInAll: 10_000,
  /** Unread bytes of a connection from which on its next request waits. */
  bytes: 262_144,
  /** Requests of a client, on all its connections, that are worked on at a time. */
  begunOfClient: 32,
  /** Unread bytes of a client from which on its next requests wait. */
  bytesOfClient: 16_777_216,
  /** Unread bytes of all connections from which on every request waits. */
  bytesInAll: 67_108_864,
  /** Seconds without progress after which a connection that has bytes to read is ended. */
  stalledSeconds: 20,
  /** The same for an answer, while `bytesInAll` is reached, or its client's share of them. */
  crowdedSeconds: 2,
};

/** Answers smaller than this are not counted: the system takes them at once. */
const SMALL_BYTES = 16_384;
const TICK_MS = 1_000;

/** The part of a server that owns some of its requests. */
export interface RequestOwner {
  /** Whether a request for this URL may be kept waiting. */
  owns(url: string): boolean;
  /** Whether a request for this URL is answered even while too much waits to be read. */
  isUrgent(url: string): boolean;
  /** Who asks: requests of one client wait for each other, and not for those of others. */
  clientOf(request: IncomingMessage): string;
  /** Answers a request that is not worked on. */
  refuse(request: IncomingMessage, answer: ServerResponse, error: ApiError): void;
  /** Hears of a connection that was ended because nobody read its answers, and how many were refused within a second. */
  ended(unreadBytes: number): void;
  refused(count: number): void;
}

/** Takes requests that ask for another protocol, before any listener of the server hears of them. Returns whether it did. */
type UpgradeTaker = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Who sends requests, on however many connections. */
interface Client {
  readonly name: string;
  /** Requests that are worked on. */
  begun: number;
  /** Unread bytes of its answers. */
  unread: number;
  /** Connections whose next request waits and is of this client, those that wait the longest first. */
  readonly waiting: Set<Line>;
}

interface Begun {
  readonly answer: ServerResponse;
  /** Undefined for a request that belongs to nobody who knows his clients. */
  readonly client: Client | undefined;
  /** Unread bytes that are counted for it. */
  counted: number;
  /** The tick in which it began. */
  readonly since: number;
}

interface Held {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly client: Client;
}

/** One connection: a socket, or a session of HTTP/2. */
interface Line {
  readonly socket: Socket;
  /** The last answer; undefined once it was sent and its request has come to its end. */
  last: ServerResponse | undefined;
  readonly begun: Begun[];
  readonly held: Held[];
  /** Requests that are neither begun nor held, since the connection ends. */
  dropped: number;
  /** Refusals that are not sent yet, of a session of HTTP/2. */
  refusals: number;
  isOver: boolean;
  /** Whether Node has handed over its socket. */
  isDetached: boolean;
  /** The first answer and the bytes left to write at the last look, and the tick of the last progress. */
  first: Begun | undefined;
  left: number;
  moved: number;
}

type Emit = (name: string, ...args: unknown[]) => boolean;

const CONNECTIONS = new WeakMap<Server, Connections>();

/** The connections of a server. */
export function connectionsOf(server: Server): Connections {
  let known = CONNECTIONS.get(server);
  if (known === undefined) CONNECTIONS.set(server, (known = new Connections(server)));
  return known;
}

/**
 * The connections of a server and what waits on each. Requests come here before Fastify hears of them: a request whose connection, or whose server, has
 * much to be read already waits until that was read. It intercepts `emit`, since a listener cannot keep an event from other listeners.
 */
class Connections {
  /** Counts connections and requests as they come. */
  arrivals = 0;
  /** Connections that were ended because nobody read their answers, and those that were refused because too many were open. */
  stalled = 0;
  refused = 0;
  /** Asked before the listeners of the server; set by what takes upgrades. */
  takeUpgrade: UpgradeTaker | undefined;
  readonly #emit: Emit;
  readonly #owners = new Set<RequestOwner>();
  // A set of answers would write itself anew all the time, and each table that it had left would carry the answers of its last moment, and what they
  // hold, into the old part of the heap.
  readonly #lines = new Map<object, Line>();
  /** Connections with held requests, those that wait the longest first. */
  readonly #waiting = new Set<Line>();
  /** Those with requests that are worked on or wait. */
  readonly #clients = new Map<string, Client>();
  #held = 0;
  #unread = 0;
  #tick = 0;
  /** Refused connections at the last look. */
  #refusedBefore = 0;
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
    server.on("drop", () => this.#refuse());
    server.on("error", (error: Error & { readonly code?: string }) => {
      // Descriptors ran out all the same: what cannot be accepted must not end the process.
      if (error.code === "EMFILE" || error.code === "ENFILE") this.#refuse();
      else if (server.listenerCount("error") === 1) throw error;
    });
    server.on("close", () => {
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  /** Bytes that wait to be read by clients; small answers are not counted. */
  get unread(): number {
    return this.#unread;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#lines.size;
  }

  /** Adds the owner of requests. Returns a function that ends this. */
  add(owner: RequestOwner): () => void {
    this.#owners.add(owner);
    return () => this.#owners.delete(owner);
  }

  /** The last answer on a connection; undefined where it was sent and its request has come to its end, and where there was none. */
  answerOn(socket: Duplex): ServerResponse | undefined {
    return this.#lines.get(socket)?.last;
  }

  /** Every connection with its last answer. */
  *entries(): Iterable<[Socket, ServerResponse | undefined]> {
    for (const { socket, last } of this.#lines.values()) yield [socket, last];
  }

  /** Does some work when all requests of a connection that came before are answered. */
  whenAnswered(socket: Duplex, work: () => void): void {
    const line = this.#lines.get(socket);
    const last = line?.last;
    if (line === undefined || last === undefined) {
      work();
      return;
    }
    // The connection ends with an answer that is on its way.
    if (line.isOver) return;
    // Node has taken its listeners from the socket: an answer in parts would wait forever, and who resumes the socket now would lose what comes.
    line.isDetached = true;
    // eslint-disable-next-line no-underscore-dangle -- Node resumes a socket with this mark by itself, and this pause is ours
    (socket as { _paused?: boolean })._paused = false;
    socket.pause();
    const drained = (): void => void line.begun[0]?.answer.emit("drain");
    const closed = (): void => {
      for (const { answer } of line.begun.slice()) if (!answer.closed) answer.emit("close");
    };
    socket.on("drain", drained);
    socket.once("close", closed);
    last.once("close", () => {
      socket.off("drain", drained);
      socket.off("close", closed);
      line.isDetached = false;
      // As Node hands it over.
      (socket as { readableFlowing: boolean | null }).readableFlowing = null;
      if (socket.writable) work();
    });
  }

  #refuse(): void {
    this.refused++;
    this.#timer ??= setInterval(() => this.#look(), TICK_MS).unref();
  }

  #open(key: object, socket: Socket): Line {
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    this.#timer ??= setInterval(() => this.#look(), TICK_MS).unref();
    const line: Line = {
      socket,
      last: undefined,
      begun: [],
      held: [],
      dropped: 0,
      refusals: 0,
      isOver: false,
      isDetached: false,
      first: undefined,
      left: 0,
      moved: this.#tick,
    };
    this.#lines.set(key, line);
    socket.once("close", () => {
      this.#lines.delete(key);
      this.#forget(line);
    });
    return line;
  }

  #upgrade([request, socket, head]: unknown[]): boolean {
    return this.takeUpgrade?.(request as IncomingMessage, socket as Duplex, head as Buffer) === true;
  }

  #request(request: IncomingMessage, answer: ServerResponse): boolean {
    this.arrivals++;
    const { socket } = request;
    // Streams of HTTP/2 share a session, whose `socket` stands for it.
    const key = (request as { readonly stream?: { readonly session?: object } }).stream?.session ?? socket;
    const line = this.#lines.get(key) ?? this.#open(key, key as Socket);
    line.last = answer;
    if (line.isOver) {
      this.#drop(line);
      return true;
    }
    const url = request.url ?? "";
    const owner = this.#ownerOf(url);
    const client = owner && this.#client(owner.clientOf(request));
    const isFree = line.held.length === 0 && this.#hasRoom(line) && (client === undefined || hasTurn(client));
    if (isFree || client === undefined || (line.begun.length === 0 && owner!.isUrgent(url)))
      this.#begin(line, request, answer, client);
    else this.#hold(line, owner!, request, answer, client);
    return true;
  }

  #client(name: string): Client {
    let client = this.#clients.get(name);
    if (client === undefined) this.#clients.set(name, (client = { name, begun: 0, unread: 0, waiting: new Set() }));
    return client;
  }

  #ownerOf(url: string): RequestOwner | undefined {
    for (const owner of this.#owners) if (owner.owns(url)) return owner;
    return undefined;
  }

  #hasRoom({ begun }: Line): boolean {
    const { begun: most, bytes, bytesInAll } = CONNECTION_LIMITS;
    if (begun.length === 0) return this.#unread < bytesInAll;
    if (begun.length >= most || this.#unread >= bytesInAll) return false;
    let unread = 0;
    for (const { answer } of begun) unread += unreadOf(answer);
    return unread < bytes;
  }

  #begin(line: Line, request: IncomingMessage, answer: ServerResponse, client: Client | undefined): void {
    const begun: Begun = { answer, client, counted: 0, since: this.#tick };
    if (client !== undefined) client.begun++;
    if (line.begun.push(begun) === 1) line.moved = this.#tick;
    // Both come once; `once` would make two more objects for each.
    answer.on("close", () => this.#ended(line, begun));
    this.#emit("request", request, answer);
    if (answer.writableEnded) this.#count(begun);
    else answer.on("prefinish", () => this.#count(begun));
  }

  #count(begun: Begun): void {
    const unread = unreadOf(begun.answer);
    if (unread <= Math.max(SMALL_BYTES, begun.counted) || begun.answer.closed) return;
    this.#counts(begun, unread);
  }

  #counts(begun: Begun, unread: number): void {
    this.#unread += unread - begun.counted;
    if (begun.client !== undefined) begun.client.unread += unread - begun.counted;
    begun.counted = unread;
  }

  #ended(line: Line, begun: Begun): void {
    const { answer } = begun;
    // Most connections have one at a time, and `splice` makes an array.
    if (line.begun.length === 1 && line.begun[0] === begun) {
      line.begun.pop();
    } else {
      const at = line.begun.indexOf(begun);
      if (at >= 0) line.begun.splice(at, 1);
    }
    const wasFull = this.#unread >= CONNECTION_LIMITS.bytesInAll;
    this.#counts(begun, 0);
    // Of a request that was answered before all of it had come, the rest still comes.
    if (answer.req.complete && line.last === answer) line.last = undefined;
    if (line.held.length > 0) this.#goOn(line);
    const { client } = begun;
    if (client !== undefined) {
      client.begun--;
      for (const other of client.waiting) if (hasTurn(client)) this.#goOn(other);
      this.#leave(client);
    }
    if (wasFull) for (const other of this.#waiting) this.#goOn(other);
  }

  #leave({ name, begun, waiting }: Client): void {
    if (begun === 0 && waiting.size === 0) this.#clients.delete(name);
  }

  #hold(line: Line, owner: RequestOwner, request: IncomingMessage, answer: ServerResponse, client: Client): void {
    const { held, pauseAt } = CONNECTION_LIMITS;
    if (line.held.length >= held) {
      owner.refuse(request, answer, tooMany(held));
      this.#leave(client);
      if (request.httpVersionMajor === 1) {
        line.isOver = true;
      } else if (++line.refusals > held) {
        this.#end(line);
      } else {
        // Requests of HTTP/2 do not wait for each other, and so their session goes on.
        answer.once("close", () => line.refusals--);
      }
      return;
    }
    if (line.held.push({ request, answer, client }) === 1) client.waiting.add(line);
    this.#waiting.add(line);
    if (line.held.length === pauseAt) pause(line);
    this.#keep();
  }

  /** Leaves a request alone that comes behind the refusal with which its connection ends. */
  #drop(line: Line): void {
    pause(line);
    line.dropped++;
    this.#waiting.add(line);
    this.#keep();
  }

  /** Counts a request that waits, and ends the connection where most do when there are too many. */
  #keep(): void {
    if (++this.#held <= CONNECTION_LIMITS.heldInAll) return;
    let longest: Line | undefined;
    for (const line of this.#waiting) if (longest === undefined || kept(line) > kept(longest)) longest = line;
    if (longest !== undefined) this.#end(longest);
  }

  /** Begins what a connection has room for. */
  #goOn(line: Line): void {
    const { held, socket } = line;
    while (held.length > 0 && this.#hasRoom(line) && hasTurn(held[0]!.client)) {
      const { request, answer, client } = held.shift()!;
      client.waiting.delete(line);
      held[0]?.client.waiting.add(line);
      this.#held--;
      if (held.length === CONNECTION_LIMITS.pauseAt / 2 && !line.isOver) resume(line);
      if (!answer.destroyed && !socket.destroyed) this.#begin(line, request, answer, client);
      else this.#leave(client);
    }
    if (kept(line) === 0) this.#waiting.delete(line);
  }

  /** Ends connections whose answers are not read, and reports what was refused. */
  #look(): void {
    const { stalledSeconds, crowdedSeconds, bytesInAll } = CONNECTION_LIMITS;
    this.#tick++;
    const refused = this.refused - this.#refusedBefore;
    this.#refusedBefore = this.refused;
    if (refused > 0) for (const owner of this.#owners) owner.refused(refused);
    const slow: Line[] = [];
    for (const line of this.#lines.values()) {
      const [first] = line.begun;
      if (first === undefined) continue;
      let unread = 0;
      for (const begun of line.begun) {
        this.#count(begun);
        unread += unreadOf(begun.answer);
      }
      const left = leftToWrite(line.socket, unread);
      if (unread === 0 || left < line.left || first !== line.first) line.moved = this.#tick;
      line.left = left;
      line.first = first;
      if (this.#tick - line.moved >= stalledSeconds) this.#end(line);
      else if (unread > 0 && this.#tick - first.since >= crowdedSeconds) slow.push(line);
    }
    for (const line of slow.toSorted((one, other) => one.first!.since - other.first!.since)) {
      const { client } = line.first!;
      if (this.#unread >= bytesInAll || (client !== undefined && isFull(client))) this.#end(line);
    }
    for (const line of this.#waiting) this.#goOn(line);
  }

  /** Ends a connection at once. */
  #end(line: Line): void {
    this.stalled++;
    line.isOver = true;
    let unread = 0;
    for (const begun of line.begun) {
      unread += begun.counted;
      this.#counts(begun, 0);
    }
    this.#forget(line);
    for (const owner of this.#owners) owner.ended(unread);
    cut(line.socket);
  }

  #forget(line: Line): void {
    this.#waiting.delete(line);
    const client = line.held[0]?.client;
    if (client?.waiting.delete(line)) this.#leave(client);
    this.#held -= kept(line);
    line.held.length = line.dropped = 0;
  }
}

export type { Connections };

/** Whether the next request of a client may begin, as far as its own others go. */
const hasTurn = (client: Client) => client.begun < CONNECTION_LIMITS.begunOfClient && !isFull(client);

/** Whether as many bytes of a client's answers wait to be read as may. */
function isFull({ unread }: Client): boolean {
  return unread >= CONNECTION_LIMITS.bytesOfClient;
}

/** Requests that wait on a connection. */
function kept({ held, dropped }: Line): number {
  return held.length + dropped;
}

/** The error of a request that comes behind too many others. */
function tooMany(limit: number): ApiError {
  const message = `at most ${limit} pipelined requests may wait on a connection; this one was not started, and the connection ends`;
  return new ApiError("RATE_LIMIT_EXCEEDED", message, { limit }, { headers: { "retry-after": "1" } });
}

/** Bytes of an answer that the system has not taken. */
function unreadOf(answer: ServerResponse): number {
  const { stream } = answer as { readonly stream?: { readonly writableLength?: number } };
  return stream === undefined ? answer.writableLength : (stream.writableLength ?? 0);
}

/** The same of a connection, exactly: a large answer that is being written counts as a whole until it is. */
function leftToWrite(socket: Socket, unread: number): number {
  // A session of HTTP/2 has neither.
  const { _handle: handle, writableLength = 0 } = socket as Omit<Socket, "writableLength"> & {
    readonly writableLength?: number;
    readonly _handle?: { readonly writeQueueSize?: number } | null;
  };
  return unread - writableLength + Math.min(writableLength, handle?.writeQueueSize ?? writableLength);
}

/** Ends a connection at once, with what the system still holds of its answers. */
function cut(socket: Socket): void {
  const isPlain =
    typeof socket.resetAndDestroy === "function" && (socket as { encrypted?: boolean }).encrypted !== true;
  if (isPlain) socket.resetAndDestroy();
  else socket.destroy();
}

function pause({ socket, isDetached }: Line): void {
  // A session of HTTP/2 has no such thing.
  if (!isDetached && typeof socket.pause === "function") socket.pause();
}

function resume({ socket, isDetached }: Line): void {
  if (!isDetached && typeof socket.resume === "function" && !socket.destroyed) socket.resume();
}
