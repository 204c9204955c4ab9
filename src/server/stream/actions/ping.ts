import { StreamPing } from "../../../schemas/stream-request.ts";
import { defineAction } from "./action.ts";

/** Asks whether the server is there. */
export const ping = defineAction({
  name: "ping",
  schema: StreamPing,
  run: (connection, { id }) => connection.control({ type: "pong", ...(id === undefined ? {} : { id }) }),
});
