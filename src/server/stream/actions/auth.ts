import { StreamAuth } from "../../../schemas/stream-request.ts";
import { authenticate } from "../../authentication/authenticate.ts";
import { ApiError, invalidParameters } from "../../errors/api-error.ts";
import { defineAction } from "./action.ts";

/** Shows the key of a client that could not show it in its request, such as a browser. */
export const auth = defineAction({
  name: "auth",
  schema: StreamAuth,
  first: true,
  run: (connection, { api_key: key, id }, inbox) => {
    const { hub, address } = connection;
    if (connection.known !== undefined) {
      throw invalidParameters([
        { in: "body", parameter: "action", value: "auth", reason: "must come once, without a key in the request" },
      ]);
    }
    try {
      const known = authenticate(hub.context, `Bearer ${key}`, () => address);
      const before = connection.session;
      hub.move(connection, known);
      hub.check(known);
      if (connection.session !== before) connection.welcome(true);
      inbox.admit(known, id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      inbox.refuse(error, id);
    }
  },
});
