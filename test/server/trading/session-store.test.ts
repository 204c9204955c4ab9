import { expect, test } from "vitest";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { SessionStore, type StoredCommand, type StoredSession } from "../../../src/server/trading/session-store.ts";

const session = (id: string): StoredSession => ({ id, recording: "r", start: 0, settings: {}, time: 0, phase: 1 });
const cancel = (arrival: number, time = arrival): StoredCommand => ({
  arrival,
  account: 1,
  time,
  phase: 1,
  command: { kind: "cancel", orders: [arrival] },
  counts: { events: arrival, fills: 0, cash: 1 },
});

function storeWith(...ids: string[]): { store: SessionStore; state: StateStore } {
  const state = new StateStore();
  const store = new SessionStore(state);
  for (const id of ids) store.addSession(session(id));
  return { store, state };
}

test("the database stores the commands of each session separately, in order of arrival", () => {
  const { store } = storeWith("a", "b");
  for (const arrival of [2, 1, 2 ** 32 - 1]) store.addCommand("a", cancel(arrival));
  store.addCommand("b", cancel(1));
  expect(store.commands("a")).toEqual([cancel(1), cancel(2), cancel(2 ** 32 - 1)]);
  expect(store.commands("b")).toEqual([cancel(1)]);
  expect(store.session("a")).toMatchObject({ id: "a", time: 2 ** 32 - 1 });
  expect(store.session("b")).toMatchObject({ ...session("b"), time: 1, restarted: undefined });
});

test("removing a session removes its stored commands, and a new session of the same name has none", () => {
  const { store, state } = storeWith("a", "b", "c");
  for (const id of ["a", "b", "c"]) store.addCommand(id, cancel(1));
  store.removeSession("b");
  expect(state.database.prepare("SELECT count(*) AS left FROM commands").get()).toMatchObject({ left: 2 });
  store.addSession(session("b"));
  expect(store.commands("b")).toEqual([]);
  store.addCommand("b", cancel(5));
  expect(store.commands("b")).toEqual([cancel(5)]);
  expect([store.commands("a"), store.commands("c")]).toEqual([[cancel(1)], [cancel(1)]]);
});

test("the database refuses commands of an unknown session and repeated command numbers", () => {
  const { store } = storeWith("a");
  expect(() => store.addCommand("b", cancel(1))).toThrow("must be stored");
  store.addCommand("a", cancel(1));
  expect(() => store.addCommand("a", cancel(1))).toThrow("UNIQUE");
});

test("copying a stored session creates a session of another name with the same commands", () => {
  const { store } = storeWith("a", "b");
  for (const arrival of [1, 2]) store.addCommand("b", cancel(arrival));
  const copy = storeWith("z").store;
  store.copy("b", copy, "y");
  expect(copy.commands("y")).toEqual(store.commands("b"));
  expect(copy.session("y")).toMatchObject({ ...session("y"), time: 2 });
});
