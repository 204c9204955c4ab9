import { debutIndicators } from "./libraries/debut-indicators.ts";
import { indicatorts } from "./libraries/indicatorts.ts";
import { ixjb94Indicators } from "./libraries/ixjb94-indicators.ts";
import { talib } from "./libraries/talib.ts";
import { technicalIndicatorsLike } from "./libraries/technical-indicators-like.ts";
import { tradingSignals } from "./libraries/trading-signals.ts";
import { tulind } from "./libraries/tulind.ts";
import { importPeer, requirePeer } from "./packages/load.ts";
import type { Peer } from "./peer.ts";

/** Installed libraries, and reasons why others are missing. */
export interface InstalledPeers {
  readonly peers: readonly Peer[];
  readonly absent: readonly { readonly package: string; readonly reason: string }[];
}

const libraries: Readonly<Record<string, () => Peer | Promise<Peer>>> = {
  technicalindicators: () =>
    technicalIndicatorsLike(
      "technicalindicators",
      requirePeer("technicalindicators"),
      "{ high: highs[i], low: lows[i], close: closes[i] }",
    ),
  "fast-technical-indicators": () =>
    technicalIndicatorsLike(
      "fast-technical-indicators",
      requirePeer("fast-technical-indicators"),
      "highs[i], lows[i], closes[i]",
    ),
  indicatorts: () => indicatorts(requirePeer("indicatorts")),
  "@ixjb94/indicators": () => ixjb94Indicators(requirePeer("@ixjb94/indicators")),
  tulind: () => tulind(requirePeer("tulind")),
  talib: () => talib(requirePeer("talib")),
  "trading-signals": async () => tradingSignals(await importPeer("trading-signals")),
  "@debut/indicators": () => debutIndicators(requirePeer("@debut/indicators")),
};

export async function installedPeers(): Promise<InstalledPeers> {
  const peers: Peer[] = [];
  const absent: { package: string; reason: string }[] = [];
  for (const [name, load] of Object.entries(libraries)) {
    try {
      peers.push(await load());
    } catch (error) {
      absent.push({ package: name, reason: (error as Error).message.split("\n")[0]! });
    }
  }
  return { peers, absent };
}

/** Returns the version of an installed package. */
export function versionOf(name: string): string {
  const { version } = requirePeer(`./node_modules/${name}/package.json`) as { readonly version: string };
  return version;
}
