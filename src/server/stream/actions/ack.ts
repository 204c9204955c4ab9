import { StreamAck } from "../../../schemas/stream-request.ts";
import { invalidParameters } from "../../errors/api-error.ts";
import { defineAction } from "./action.ts";

/** Says up to which message the client has worked everything off: a lockstep session goes on by it. */
export const ack = defineAction({
  name: "ack",
  schema: StreamAck,
  counted: false,
  changes: "lockstep",
  run: (connection, { seq }) => {
    const { gate } = connection.session;
    if (gate === undefined) {
      const reason = "must be for a lockstep session: this one moves by itself";
      throw invalidParameters([{ in: "body", parameter: "action", value: "ack", reason }]);
    }
    if (seq > connection.seq) {
      const reason = `must not be above that of the last message, ${connection.seq}`;
      throw invalidParameters([{ in: "body", parameter: "seq", value: seq, reason }]);
    }
    gate.acknowledge(connection, seq);
  },
});
