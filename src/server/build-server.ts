import type { FastifyInstance } from "fastify";
import type { LoadedRecording } from "../data/recording/recording.ts";
import { addLog } from "./log/add-log.ts";
import { ownHosts } from "./host-rule.ts";
import { newFastify } from "./new-fastify.ts";
import { checkLoaded, hindcastOf, mount } from "./plugin.ts";
import type { ServerContext } from "./server-context.ts";
import { checkServerSettings, type ServerSettings } from "./server-settings.ts";

/** A server that does not listen yet: `inject` a request, add routes of your own, or `listen` on a port. */
export type HindcastServer = FastifyInstance & { readonly hindcast: ServerContext };

/**
 * The served API over a recording, as a Fastify server of its own: the plugin `hindcast` at the root, with the limits that only a whole server can set.
 * Requests see the market as of the session's now and nothing later. Close it to close its state.
 *
 * Throws PARAMETER_OUT_OF_RANGE for a recording that is not loaded and for numbers of settings that cannot be meant, DATE_INVALID for a `start` that is no date or time, DATA_EMPTY for one without bars, CALENDAR_UNKNOWN, SYMBOL_UNKNOWN for an instrument that no address could name,
 * STATE_INVALID for a state of other settings and for one that another server serves.
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
  const extent = { rest: { url: "*", notFound: true }, landing: true, wholeServer: true, hosts: ownHosts, accessLog };
  await app.register((scope) => mount(scope, recording, settings, extent));
  return Object.assign(app, { hindcast: hindcastOf(app) });
}
