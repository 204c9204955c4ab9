import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from putting objects into the old part of the heap as soon as they are made, because others made in the same place have lived long. Of a server under load it may
 * guess so of what belongs to a request; each such object then keeps all of its request, dead as it is, until the next full collection, and every small
 * collection copies a hundred requests more: 5 to 10 ms, fifteen times a second, instead of 1. It is a choice for a process, so embedders make it for theirs.
 */
export function letRequestsGo(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
