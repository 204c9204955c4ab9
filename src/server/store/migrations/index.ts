/** The steps of the state's layout, in order. One entry a step. */
import { backtestEnds, backtests } from "./backtests.ts";
import { begunBacktests } from "./begun-backtests.ts";
import { commandCounts } from "./command-counts.ts";
import { commandPlaces } from "./command-places.ts";
import { keyOwners } from "./key-owners.ts";
import { keyUsage } from "./key-usage.ts";
import { keys, sharedReplayScopes } from "./keys.ts";
import type { Migration } from "./migration.ts";
import { restarts } from "./restarts.ts";
import { sessionEnds } from "./session-ends.ts";
import { snapshots } from "./snapshots.ts";
import { trading } from "./trading.ts";

export const MIGRATIONS: readonly Migration[] = [
  keys,
  trading,
  keyOwners,
  restarts,
  commandCounts,
  backtests,
  commandPlaces,
  begunBacktests,
  sessionEnds,
  keyUsage,
  sharedReplayScopes,
  backtestEnds,
  snapshots,
];
