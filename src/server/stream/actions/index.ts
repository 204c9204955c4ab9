import { ack } from "./ack.ts";
import type { Action } from "./action.ts";
import { auth } from "./auth.ts";
import { list } from "./list.ts";
import { ping } from "./ping.ts";
import { subscribe } from "./subscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";

/** What a client can ask for, by name. */
export const actions: ReadonlyMap<string, Action> = new Map(
  [auth, subscribe, unsubscribe, list, ping, ack].map((action) => [action.name, action]),
);
