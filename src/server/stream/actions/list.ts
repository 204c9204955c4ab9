import { StreamList } from "../../../schemas/stream-request.ts";
import { channels } from "../channels/index.ts";
import { defineAction } from "./action.ts";

/** Asks what the client is subscribed to. */
export const list = defineAction({
  name: "list",
  schema: StreamList,
  run: (connection, { id }) => {
    const subscriptions = Object.values(channels).flatMap((channel) => channel.list(connection));
    connection.control({ type: "subscriptions", subscriptions, ...(id === undefined ? {} : { id }) });
  },
});
