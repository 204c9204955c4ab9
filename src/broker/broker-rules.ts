import type { ShortCash } from "./accounts/account.ts";
import type { MarginRatios } from "./accounts/margin-account.ts";
import type { Commission } from "./commission/commission-model.ts";
import type { FillTerms } from "./fill-terms.ts";
import type { MatchingRules } from "./matching.ts";
import type { Slippage } from "./slippage/slippage-model.ts";

/** The rules that a broker fills by. */
export interface BrokerRules extends MatchingRules {
  readonly commission: Commission;
  readonly slippage: Slippage;
  /** What both models read; the broker writes it before it asks them. */
  readonly terms: FillTerms;
  /** They read it, so it must be written. */
  readonly usesTerms: boolean;
  /** Undefined for a cash account. */
  readonly margin: MarginRatios | undefined;
  readonly shortCash: ShortCash;
  /** A market order that is decided at the close of a bar fills at that close. */
  readonly sameClose: boolean;
  /** Sizes become quantities at the fill. */
  readonly sizeAtFill: boolean;
  /** Exits of an entry that filled in a bar wait for the next. */
  readonly exitsNextBar: boolean;
  /** The most of a bar's volume that is filled, a share; 0 for no limit. */
  readonly volumeShare: number;
  /** Milliseconds from submission until an order reaches the market. */
  readonly latencyMs: number;
  /** Annual rates, fractions: paid on borrowed cash, earned on idle cash, paid on the worth of what is sold short. */
  readonly debitRate: number;
  readonly creditRate: number;
  readonly borrowRate: number;
}
