import { StreamUnsubscribe } from "../../../schemas/stream-request.ts";
import { channels } from "../channels/index.ts";
import { defineAction } from "./action.ts";
import { checkTaken } from "./check-taken.ts";

/** Asks to be told no more of some symbols, or of a whole channel. */
export const unsubscribe = defineAction({
  name: "unsubscribe",
  schema: StreamUnsubscribe,
  run: (connection, request) => {
    const { channel: name, symbols, interval, id } = request;
    checkTaken(request, name, channels[name]);
    const chosen = symbols === undefined ? undefined : new Set(symbols.map((symbol) => symbol.toUpperCase()));
    const ended = channels[name].unsubscribe(connection, chosen, interval);
    const named = id === undefined ? {} : { id };
    connection.control({ type: "unsubscribed", channel: name, symbols: [...ended], ...named });
  },
});
