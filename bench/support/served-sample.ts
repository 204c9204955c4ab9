import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { disablePretenuring } from "../../src/cli/serving/serve-recording.ts";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import type { LoadedRecording } from "../../src/data/recording/recording.ts";

const SAMPLE = join(fileURLToPath(new URL("../..", import.meta.url)), "data", "sample");

/** Loads the sample recording of the project. */
export async function sampleRecording(): Promise<LoadedRecording> {
  return (await openRecording(SAMPLE)).load();
}

/** Starts a server with the memory settings of `hindcast serve`, on a free port. Its clock is paused unless settings say otherwise. */
export async function listen(
  recording: LoadedRecording,
  settings: ServerSettings = {},
): Promise<{ app: HindcastServer; port: number }> {
  disablePretenuring();
  const app = await buildServer(recording, { speed: 0, ...settings });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** Creates a key that may read market data and trade, and returns its header. */
export function keyHeader({ hindcast }: HindcastServer): { authorization: string } {
  const scopes = ["market_data:read", "trading:read", "trading:write"] as const;
  return { authorization: `Bearer ${hindcast.keys.create({ name: "bench", tier: "enterprise", scopes }).text}` };
}
