import { join } from "node:path";
import { SCOPES, type Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import type { ReplaySession } from "../../src/server/sessions/session.ts";
import type { LoadedRecording } from "../../src/data/recording/recording.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { parseInstant } from "../../src/time/instant.ts";
import { ROOT } from "../house/source-files.ts";
import { compileSerializersOnce } from "./serializers-once.ts";

compileSerializersOnce();

/** Noon in New York during a session of the sample: 2023-12-15. */
const SAMPLE_NOON = parseInstant("2023-12-15T12:00", "America/New_York");

let loaded: Promise<LoadedRecording> | undefined;

/** Returns the synthetic sample recording, which is loaded once per test file. */
export function sampleRecording(): Promise<LoadedRecording> {
  loaded ??= openRecording(join(ROOT, "data", "sample")).then((recording) => recording.load());
  return loaded;
}

/** Serves the synthetic sample recording, by default with a clock that stands still at noon of a session. */
export async function servedSample(settings: ServerSettings = {}): Promise<HindcastServer> {
  return buildServer(await sampleRecording(), { start: SAMPLE_NOON, speed: 0, ...settings });
}

/** Returns a header with a new API key of this tier, by default with all scopes. */
export function keyFor(
  server: HindcastServer,
  tier: Tier = "enterprise",
  scopes: readonly Scope[] = SCOPES,
): { authorization: string } {
  return { authorization: `Bearer ${server.hindcast.keys.create({ name: "test", tier, scopes }).text}` };
}

/** Adds a session at the main session's time under the given id, with the given changes. */
export function addSession(server: HindcastServer, id: string, given: Partial<ReplaySession>): void {
  const { main } = server.hindcast.sessions;
  const session = {
    now: main.now,
    phase: 7,
    epoch: 1,
    lockstep: false,
    view: () => main.view(),
    close: () => {},
    ...given,
    id,
  };
  server.hindcast.sessions.add(session as ReplaySession);
}
