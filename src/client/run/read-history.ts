import type { HistoryQuery } from "../../schemas/history.ts";
import type { RunInstrument } from "../../schemas/replay.ts";
import type { StreamBar } from "../../schemas/stream-message.ts";
import type { Interval } from "../../time/interval.ts";
import { ClientError } from "../client-error.ts";
import type { Client } from "../create-client.ts";
import { retried } from "../retried.ts";

/** Hands over all bars that are known before a run begins. */
export async function readHistory(
  client: Client,
  { symbol, base, asset_class: of }: RunInstrument,
  interval: Interval,
  take: (bars: readonly StreamBar[]) => void,
): Promise<void> {
  const area = AREAS[of] ?? "stocks";
  let token: string | null = null;
  do {
    const query: Partial<HistoryQuery> = {
      period: "max",
      interval,
      adjust: false,
      limit: PAGE,
      ...(token === null ? {} : { page_token: token }),
    };
    try {
      const page = await retried(
        () => client.history(area === "crypto" ? base : symbol, query, area),
        client.http.signal,
      );
      take(page.data as readonly StreamBar[]);
      token = page.next_page_token;
    } catch (error) {
      if (error instanceof ClientError && hasNotBegun(error)) return;
      throw error;
    }
  } while (token !== null);
}

/** What is not listed yet has no history, nor have bars of this length where only others were recorded before. */
function hasNotBegun({ code, details }: ClientError): boolean {
  if (code === "SYMBOL_NOT_FOUND") return true;
  const problems = details["errors"] as readonly { readonly reason?: unknown }[] | undefined;
  return problems?.[0]?.reason === "interval_unavailable";
}

const PAGE = 50_000;
const AREAS: Readonly<Record<string, "crypto" | "forex" | "commodities">> = {
  crypto: "crypto",
  forex: "forex",
  commodity: "commodities",
};
