import Database from "libsql";
import { StateStore } from "../../src/server/store/state-store.ts";
import { keyFor } from "./served-sample.ts";
import { Floor, FLOOR_OPEN, openFloor, type Answer } from "./trading-floor.ts";

/** Opens a served market whose state is stored in a file, and a client of it. */
export async function floorOver(
  path: string,
  headers?: Readonly<Record<string, string>>,
  log: string[] = [],
): Promise<Floor> {
  const { server } = await openFloor({
    store: new StateStore(path),
    start: FLOOR_OPEN,
    log: { level: "error", output: { write: (line) => log.push(line) } },
  });
  return new Floor(server, headers ?? keyFor(server));
}

/** Locks a state file as another program would do. Returns a function that unlocks the file. */
export function lockState(path: string): () => void {
  const other = new Database(path);
  other.exec("BEGIN IMMEDIATE");
  return () => {
    other.exec("ROLLBACK");
    other.close();
  };
}

/** Requests the readiness check of a server. */
export async function ready({ server }: Floor): Promise<Answer> {
  const answer = await server.inject({ url: "/ready" });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** Returns the ids of all orders that the server lists. */
export async function openOrders(floor: Floor): Promise<readonly string[]> {
  const { body } = await floor.get("/orders?status=all");
  return (body.orders as { id: string }[]).map(({ id }) => id);
}
