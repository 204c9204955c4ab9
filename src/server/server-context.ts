import type { FailedAttempts } from "./limits/failed-attempts.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import type { MarketDataSettings } from "./market-data/market-data-settings.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { StateStore } from "./store/state-store.ts";

/** What the parts of one server share. The recording is not among it: a session answers with views of it. */
export interface ServerContext {
  readonly sessions: Sessions;
  readonly keys: KeyRing;
  readonly store: StateStore;
  readonly failedAttempts: FailedAttempts;
  readonly marketData: MarketDataSettings;
  /** What time it really is, epoch milliseconds: for limits, expiry of keys and logs, never for the market. */
  readonly wallClock: () => number;
  readonly lifecycle: Lifecycle;
}

/** Whether the server takes requests. */
export interface Lifecycle {
  closing: boolean;
}
