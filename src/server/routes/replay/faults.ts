/** The routes of the faults that the clients of a session are to meet. */
import { Faults, FaultsBody } from "../../../schemas/faults.ts";
import { defineRoute } from "../../route.ts";

const common = { scope: "replay:faults", tag: "Replay", path: "/_replay/faults", response: Faults } as const;

export const readFaults = defineRoute({
  ...common,
  method: "GET",
  summary: "The faults of a session, and how often each was met",
  description: "None unless some were set.",
  handler: ({ session, server }) => server.faults.show(session),
});

export const setFaults = defineRoute({
  ...common,
  method: "PUT",
  changes: "faults",
  summary: "Let requests and messages of a session meet faults",
  description:
    "In the place of those before. They meet requests below the version and data messages of the stream; control, health and administration meet none. What a fault has met is marked by `X-Injected-Fault`, and its error by `injected` in the details. Accounts and the transcript do not know of them.",
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
  summary: "End the faults of a session",
  description: "Requests and messages meet none from then on. The answer has no rules.",
  handler: ({ session, server }) => {
    server.faults.clear(session);
    return server.faults.show(session);
  },
});
