import { fromLibraryError } from "./from-library-error.ts";

/**
 * Lets the library read a member of a body, or all of it where the name is empty. What the library refuses by a name of its own is told by where
 * that name stands in the body.
 *
 * @example
 * const params = readMember("params", body.params, (given) => resolveParams(strategy.name, strategy.params, given));
 */
export function readMember<Given, Read>(member: string, given: Given, read: (given: Given) => Read): Read {
  try {
    return read(given);
  } catch (error) {
    throw fromLibraryError(error, { member, given }) ?? error;
  }
}
