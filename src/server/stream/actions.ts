import type { Static, TSchema } from "typebox";
import {
  StreamAck,
  StreamAuth,
  StreamList,
  StreamPing,
  StreamSubscribe,
  StreamUnsubscribe,
} from "../../schemas/stream-request.ts";
import { authenticate } from "../authentication/authenticate.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import type { KnownKey } from "../keys/key-ring.ts";
import type { Change } from "../route.ts";
import { checkClosed, partValidator } from "../validation/part-validator.ts";
import { type Channel, channels } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { checkScope } from "./rights.ts";

/** Accepts or refuses the API key of a stream client. */
interface AuthHandler {
  admit(known: KnownKey, id?: string): void;
  refuse(error: ApiError, id?: string): void;
}

/** A kind of message that stream clients can send. */
interface Action {
  readonly name: string;
  /** Whether the message is allowed before authentication. */
  readonly beforeAuth: boolean;
  /** What the message changes in addition to the connection, and for whom; undefined if it changes nothing else. */
  readonly changes: Change | undefined;
  /** Whether the message counts against the limit of messages per second. */
  readonly counted: boolean;
  /** Handles a message of a client. Throws an ApiError for an invalid message. */
  handle(connection: Connection, handler: AuthHandler, message: Readonly<Record<string, unknown>>): void;
}

interface ActionDefinition<Schema extends TSchema> {
  readonly name: string;
  readonly schema: Schema;
  readonly beforeAuth?: boolean;
  readonly counted?: boolean;
  readonly changes?: Change;
  run(connection: Connection, message: Static<Schema>, handler: AuthHandler): void;
}

/** Defines a kind of message that clients can send. It is validated like the body of a request. */
function defineAction<Schema extends TSchema>(definition: ActionDefinition<Schema>): Action {
  const { name, schema, beforeAuth = false, counted = true, changes } = definition;
  checkClosed(`the message ${name}`, schema);
  const check = partValidator("body", schema);
  return {
    name,
    beforeAuth,
    counted,
    changes,
    handle: (connection, handler, message) => {
      const checked = check(message);
      if ("error" in checked) throw checked.error;
      definition.run(connection, checked.value as Static<Schema>, handler);
    },
  };
}

/** The message with which a client authenticates if it could not send its key in the request, such as a browser. */
const auth = defineAction({
  name: "auth",
  schema: StreamAuth,
  beforeAuth: true,
  run: (connection, { api_key: key, id }, handler) => {
    const { hub, address } = connection;
    if (connection.known !== undefined) {
      throw invalidParameters([
        {
          in: "body",
          parameter: "action",
          value: "auth",
          reason: "must be sent once, and only if the request had no key",
        },
      ]);
    }
    try {
      const known = authenticate(hub.context, `Bearer ${key}`, () => address);
      const before = connection.session;
      hub.move(connection, known);
      hub.check(known);
      if (connection.session !== before) connection.welcome(true);
      handler.admit(known, id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      handler.refuse(error, id);
    }
  },
});

/** The message that subscribes to a channel. The server confirms it first, then sends missed or current data, then new events. */
const subscribe = defineAction({
  name: "subscribe",
  schema: StreamSubscribe,
  run: (connection, request) => {
    const { channel: name, id, symbols, from, epoch } = request;
    const channel = channels[name];
    if (channel.scope !== undefined) checkScope(connection.known!.key, channel.scope);
    checkMembers(request, name, channel);
    if (epoch !== undefined && from === undefined) {
      const reason = "must be left out unless from is given";
      throw invalidParameters([{ in: "body", parameter: "epoch", value: epoch, reason }]);
    }
    if (channel.needsSymbols && (symbols === undefined || symbols.length === 0)) {
      throw invalidParameters([{ in: "body", parameter: "symbols", reason: "must name at least one symbol" }]);
    }
    const { accepted, rejected, initial } = channel.subscribe(connection, request);
    const idMember = id === undefined ? {} : { id };
    connection.control({
      type: "subscribed",
      channel: name,
      symbols: [...accepted],
      rejected: [...rejected],
      ...idMember,
    });
    for (const message of initial) connection.sendNow(message);
  },
});

/** The message that ends the subscription to some symbols or to a whole channel. */
const unsubscribe = defineAction({
  name: "unsubscribe",
  schema: StreamUnsubscribe,
  run: (connection, request) => {
    const { channel: name, symbols, interval, id } = request;
    checkMembers(request, name, channels[name]);
    const chosen = symbols === undefined ? undefined : new Set(symbols.map((symbol) => symbol.toUpperCase()));
    const ended = channels[name].unsubscribe(connection, chosen, interval);
    const idMember = id === undefined ? {} : { id };
    connection.control({ type: "unsubscribed", channel: name, symbols: [...ended], ...idMember });
  },
});

/** Members that every channel accepts. */
const COMMON_MEMBERS: readonly string[] = ["action", "channel", "id", "snapshot"];

/** Throws INVALID_PARAMETERS for a member that has no effect on the channel. */
function checkMembers(message: object, name: string, { members: allowed }: Channel): void {
  for (const parameter of Object.keys(message)) {
    if (COMMON_MEMBERS.includes(parameter) || allowed.includes(parameter)) continue;
    throw invalidParameters([{ in: "body", parameter, reason: `must be left out: it has no effect on ${name}` }]);
  }
}

/** The message that requests a list of the client's subscriptions. */
const list = defineAction({
  name: "list",
  schema: StreamList,
  run: (connection, { id }) => {
    const subscriptions = Object.values(channels).flatMap((channel) => channel.list(connection));
    connection.control({ type: "subscriptions", subscriptions, ...(id === undefined ? {} : { id }) });
  },
});

/** The message with which a client checks that the server responds. */
const ping = defineAction({
  name: "ping",
  schema: StreamPing,
  run: (connection, { id }) => connection.control({ type: "pong", ...(id === undefined ? {} : { id }) }),
});

/** The message that acknowledges earlier messages up to a sequence number, which advances a lockstep session. */
const ack = defineAction({
  name: "ack",
  schema: StreamAck,
  counted: false,
  changes: "lockstep",
  run: (connection, { seq }) => {
    const { gate } = connection.session;
    if (gate === undefined) {
      const reason = "must be sent to a lockstep session; this session has a clock of its own";
      throw invalidParameters([{ in: "body", parameter: "action", value: "ack", reason }]);
    }
    if (seq > connection.seq) {
      const reason = `must not be greater than the seq of the last message, ${connection.seq}`;
      throw invalidParameters([{ in: "body", parameter: "seq", value: seq, reason }]);
    }
    gate.acknowledge(connection, seq);
  },
});

/** All kinds of messages that clients can send, by name. */
export const actions: ReadonlyMap<string, Action> = new Map(
  [auth, subscribe, unsubscribe, list, ping, ack].map((action) => [action.name, action]),
);
