import type { FastifyInstance } from "fastify";
import type { LoadedRecording } from "../data/recording/recording.ts";
import { addLog } from "./log/add-log.ts";
import { serverHostRule } from "./host-rule.ts";
import { newFastify } from "./new-fastify.ts";
import { checkLoaded, hindcastOf, mount } from "./plugin.ts";
import type { ServerContext } from "./server-context.ts";
import { checkServerSettings, type ServerSettings } from "./server-settings.ts";

/** A server that does not listen yet. You can `inject` requests, add routes of your own, or `listen` on a port. */
export type HindcastServer = FastifyInstance & { readonly hindcast: ServerContext };

/**
 * Creates a Fastify server that serves a recording. It is the plugin `hindcast` at the root, with the limits that only a whole server can
 * set. Requests see the market up to the session's current time. Closing the server closes its state.
 *
 * Throws PARAMETER_OUT_OF_RANGE for a recording that is not loaded and for invalid numbers in the settings, and DATE_INVALID for an invalid
 * `start`. Throws DATA_EMPTY, CALENDAR_UNKNOWN, and SYMBOL_UNKNOWN for a symbol that cannot be part of a URL. Throws STATE_INVALID for a state
 * with other settings, and for one that another server uses.
 *
 * @example
 * const recording = await (await openRecording("data/sample")).load();
 * const server = await buildServer(recording, { speed: 0 });
 * const { text } = server.hindcast.keys.create({ name: "me", tier: "pro", scopes: ["market_data:read"] });
 * await server.listen({ port: 8787 });
 */
export async function buildServer(recording: LoadedRecording, settings: ServerSettings = {}): Promise<HindcastServer> {
  checkLoaded(recording);
  checkServerSettings("buildServer", settings);
  const app = newFastify(() => hindcastOf(app));
  const accessLog = settings.log === undefined ? undefined : addLog(app, settings.log);
  const options = {
    fallback: { url: "*", notFound: true },
    redirectsRoot: true,
    ownsServer: true,
    createHostRule: serverHostRule,
    accessLog,
  };
  await app.register((scope) => mount(scope, recording, settings, options));
  return Object.assign(app, { hindcast: hindcastOf(app) });
}
