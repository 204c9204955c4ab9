/** Routes for the injected faults of a session. */
import { Faults, FaultsBody } from "../../../schemas/faults.ts";
import { defineRoute } from "../../route.ts";

const common = { scope: "replay:faults", tag: "Replay", path: "/_replay/faults", response: Faults } as const;

export const readFaults = defineRoute({
  ...common,
  method: "GET",
  summary: "Get the injected faults of a session, with their counts",
  description: "The list of rules is empty unless faults were set.",
  handler: ({ session, server }) => server.faults.show(session),
});

export const setFaults = defineRoute({
  ...common,
  method: "PUT",
  changes: "faults",
  summary: "Set the injected faults of a session",
  description:
    "Replaces earlier faults. Faults affect versioned requests and data messages of the stream, but not control, health and administration. Affected answers have the header `X-Injected-Fault`, and their errors have `injected` in the details. Accounts and the transcript are not affected.",
  body: FaultsBody,
  handler: ({ session, server, body }) => {
    server.faults.set(session, body);
    return server.faults.show(session);
  },
});

export const clearFaults = defineRoute({
  ...common,
  method: "DELETE",
  changes: "faults",
  summary: "Clear the injected faults of a session",
  description: "Ends all faults, and returns an empty list of rules.",
  handler: ({ session, server }) => {
    server.faults.clear(session);
    return server.faults.show(session);
  },
});
