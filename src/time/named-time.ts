import { HindcastError } from "../primitives/errors.ts";

/** What reads a time that has a name of its own, as a setting or an option has: whoever is refused hears that name, and not "time". */
export function namedTime<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    throw new HindcastError(error.code, error.message.replace(/^time/, name), { parameter: name, ...error.details });
  }
}
