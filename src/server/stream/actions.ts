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

/** Lets a client in that has shown its key, or refuses it. */
interface KeyDoor {
  admit(known: KnownKey, id?: string): void;
  refuse(error: ApiError, id?: string): void;
}

/** Something that a client can ask for. */
interface Action {
  readonly name: string;
  /** It may come before a key was shown. */
  readonly first: boolean;
  /** What it changes beside its connection, and of whom; nothing when left out. */
  readonly changes: Change | undefined;
  /** It counts among the messages of which so many may come in a second. */
  readonly counted: boolean;
  /** Does what a message asks for. Throws an ApiError for one that is not in order. */
  take(connection: Connection, door: KeyDoor, message: Readonly<Record<string, unknown>>): void;
}

interface ActionDefinition<Schema extends TSchema> {
  readonly name: string;
  readonly schema: Schema;
  readonly first?: boolean;
  readonly counted?: boolean;
  readonly changes?: Change;
  run(connection: Connection, message: Static<Schema>, door: KeyDoor): void;
}

/** Defines what a client can ask for: its message is checked like the body of a request. */
function defineAction<Schema extends TSchema>(definition: ActionDefinition<Schema>): Action {
  const { name, schema, first = false, counted = true, changes } = definition;
  checkClosed(`the message ${name}`, schema);
  const check = partValidator("body", schema);
  return {
    name,
    first,
    counted,
    changes,
    take: (connection, door, message) => {
      const checked = check(message);
      if ("error" in checked) throw checked.error;
      definition.run(connection, checked.value as Static<Schema>, door);
    },
  };
}

/** Shows the key of a client that could not show it in its request, such as a browser. */
const auth = defineAction({
  name: "auth",
  schema: StreamAuth,
  first: true,
  run: (connection, { api_key: key, id }, door) => {
    const { hub, address } = connection;
    if (connection.known !== undefined) {
      throw invalidParameters([
        { in: "body", parameter: "action", value: "auth", reason: "must come once, without a key in the request" },
      ]);
    }
    try {
      const known = authenticate(hub.context, `Bearer ${key}`, () => address);
      const before = connection.session;
      hub.move(connection, known);
      hub.check(known);
      if (connection.session !== before) connection.welcome(true);
      door.admit(known, id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      door.refuse(error, id);
    }
  },
});

/** Asks to be told of something. The answer comes first, then what was there already, then what comes. */
const subscribe = defineAction({
  name: "subscribe",
  schema: StreamSubscribe,
  run: (connection, request) => {
    const { channel: name, id, symbols, from, epoch } = request;
    const channel = channels[name];
    if (channel.scope !== undefined) checkScope(connection.known!.key, channel.scope);
    checkTaken(request, name, channel);
    if (epoch !== undefined && from === undefined) {
      const reason = "must be left out without from, whose epoch it is";
      throw invalidParameters([{ in: "body", parameter: "epoch", value: epoch, reason }]);
    }
    if (channel.needsSymbols && (symbols === undefined || symbols.length === 0)) {
      throw invalidParameters([{ in: "body", parameter: "symbols", reason: "must name at least one symbol" }]);
    }
    const { accepted, rejected, begin } = channel.subscribe(connection, request);
    const named = id === undefined ? {} : { id };
    connection.control({
      type: "subscribed",
      channel: name,
      symbols: [...accepted],
      rejected: [...rejected],
      ...named,
    });
    for (const message of begin) connection.tellNow(message);
  },
});

/** Asks to be told no more of some symbols, or of a whole channel. */
const unsubscribe = defineAction({
  name: "unsubscribe",
  schema: StreamUnsubscribe,
  run: (connection, request) => {
    const { channel: name, symbols, interval, id } = request;
    checkTaken(request, name, channels[name]);
    const chosen = symbols === undefined ? undefined : new Set(symbols.map((symbol) => symbol.toUpperCase()));
    const ended = channels[name].unsubscribe(connection, chosen, interval);
    const named = id === undefined ? {} : { id };
    connection.control({ type: "unsubscribed", channel: name, symbols: [...ended], ...named });
  },
});

/** Members that every channel takes. */
const COMMON: readonly string[] = ["action", "channel", "id", "snapshot"];

/** Throws INVALID_PARAMETERS for a member of a message that means nothing for the channel of that name. */
function checkTaken(message: object, name: string, { takes }: Channel): void {
  for (const parameter of Object.keys(message)) {
    if (COMMON.includes(parameter) || takes.includes(parameter)) continue;
    throw invalidParameters([{ in: "body", parameter, reason: `must be left out: ${name} does not take it` }]);
  }
}

/** Asks what the client is subscribed to. */
const list = defineAction({
  name: "list",
  schema: StreamList,
  run: (connection, { id }) => {
    const subscriptions = Object.values(channels).flatMap((channel) => channel.list(connection));
    connection.control({ type: "subscriptions", subscriptions, ...(id === undefined ? {} : { id }) });
  },
});

/** Asks whether the server is there. */
const ping = defineAction({
  name: "ping",
  schema: StreamPing,
  run: (connection, { id }) => connection.control({ type: "pong", ...(id === undefined ? {} : { id }) }),
});

/** Says up to which message the client has worked everything off: a lockstep session goes on by it. */
const ack = defineAction({
  name: "ack",
  schema: StreamAck,
  counted: false,
  changes: "lockstep",
  run: (connection, { seq }) => {
    const { gate } = connection.session;
    if (gate === undefined) {
      const reason = "must be for a lockstep session: this one moves by itself";
      throw invalidParameters([{ in: "body", parameter: "action", value: "ack", reason }]);
    }
    if (seq > connection.seq) {
      const reason = `must not be above that of the last message, ${connection.seq}`;
      throw invalidParameters([{ in: "body", parameter: "seq", value: seq, reason }]);
    }
    gate.acknowledge(connection, seq);
  },
});

/** What a client can ask for, by name. */
export const actions: ReadonlyMap<string, Action> = new Map(
  [auth, subscribe, unsubscribe, list, ping, ack].map((action) => [action.name, action]),
);
