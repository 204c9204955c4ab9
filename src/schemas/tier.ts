/** What a key is entitled to. */
export interface TierRights {
  readonly requestsPerHour: number;
  /** Whether it may open the stream. */
  readonly stream: boolean;
}

/** The tiers of keys. As many requests as a client can count stands for no limit. */
export const TIERS = {
  free: { requestsPerHour: 1_000, stream: false },
  pro: { requestsPerHour: 10_000, stream: true },
  enterprise: { requestsPerHour: 2_147_483_647, stream: true },
} as const satisfies Readonly<Record<string, TierRights>>;

export type Tier = keyof typeof TIERS;

export const TIER_NAMES = Object.keys(TIERS) as Tier[];
