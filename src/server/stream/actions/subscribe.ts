import { StreamSubscribe } from "../../../schemas/stream-request.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import { channels } from "../channels/index.ts";
import { checkScope } from "../rights.ts";
import { defineAction } from "./action.ts";
import { checkTaken } from "./check-taken.ts";

/** Asks to be told of something. The answer comes first, then what was there already, then what comes. */
export const subscribe = defineAction({
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
