import { setImmediate } from "node:timers/promises";

/**
 * Gives what code has left for later its turn: promises that fail unheard, and timers that are due. Whoever answers for the code waits for it before he says
 * that all went well.
 */
export async function leftForLater(): Promise<void> {
  // Timers come between the two.
  await setImmediate();
  await setImmediate();
}
