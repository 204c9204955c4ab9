import { invalidParameters } from "../../errors/api-error.ts";
import type { Channel } from "../channels/channel.ts";

/** Members that every channel takes. */
const COMMON: readonly string[] = ["action", "channel", "id", "snapshot"];

/** Throws INVALID_PARAMETERS for a member of a message that means nothing for the channel of that name. */
export function checkTaken(message: object, name: string, { takes }: Channel): void {
  for (const parameter of Object.keys(message)) {
    if (COMMON.includes(parameter) || takes.includes(parameter)) continue;
    throw invalidParameters([{ in: "body", parameter, reason: `must be left out: ${name} does not take it` }]);
  }
}
