import { commissions } from "../commission/catalog.ts";
import type { Commission } from "../commission/commission-model.ts";
import type { FillTerms } from "../fill-terms.ts";
import { type ModelSettings, resolveModel } from "../model.ts";

/** Settings that select the cost rules. */
export interface CostChoices {
  readonly commission: ModelSettings;
  readonly debitRate: number;
  readonly creditRate: number;
  readonly borrowRate: number;
}

/** Cost rules of a run: commission and annual rates. */
export class Costs {
  readonly commission: Commission;
  /** Whether the commission is always 0. */
  readonly free: boolean;
  /** Whether the commission reads the terms of the fill, which the broker then must set. */
  readonly usesTerms: boolean;
  /**
   * Annual rates as fractions: paid on borrowed cash, earned on idle cash, and paid on the value of short positions.
   */
  readonly debitRate: number;
  readonly creditRate: number;
  readonly borrowRate: number;

  constructor({ commission, debitRate, creditRate, borrowRate }: CostChoices, terms: FillTerms) {
    const { apply, usesTerms } = resolveModel("commission", commissions, commission, terms);
    this.commission = apply;
    this.free = commissions[commission.model]!.free === true;
    this.usesTerms = usesTerms;
    this.debitRate = debitRate;
    this.creditRate = creditRate;
    this.borrowRate = borrowRate;
  }
}
