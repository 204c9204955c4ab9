import Database from "libsql";
import { HindcastError } from "../../primitives/errors.ts";
import { makePrivate } from "./private-file.ts";

/** Gives back what was taken. */
export type Release = () => void;

/**
 * Takes a state for one server: an empty database beside it, locked for as long as the server lives. The system gives the lock back with the process,
 * however that ends. The file stays: were it deleted, two servers could hold a lock on files of one name.
 *
 * Throws STATE_INVALID while another server has it.
 */
export function lockServing(state: string): Release {
  let lock: Database.Database | undefined;
  try {
    makePrivate(`${state}-serving`);
    lock = new Database(`${state}-serving`);
    // In memory, so that nothing else lies beside it.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
  } catch (error) {
    lock?.close();
    const { code, message: reason } = error as Error & { readonly code?: string };
    const was = code === "SQLITE_BUSY" ? "is served by another one" : `cannot be locked by ${state}-serving: ${reason}`;
    const message = `state must be served by one server at a time, ${state} ${was}`;
    throw new HindcastError("STATE_INVALID", message, { path: state, reason });
  }
  const held = lock;
  return () => held.close();
}
