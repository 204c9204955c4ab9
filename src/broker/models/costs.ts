import { commissions } from "../commission/catalog.ts";
import type { Commission } from "../commission/commission-model.ts";
import type { FillTerms } from "../fill-terms.ts";
import { type ModelSettings, resolveModel } from "../model.ts";

/** The settings that choose this part. */
export interface CostChoices {
  readonly commission: ModelSettings;
  readonly debitRate: number;
  readonly creditRate: number;
  readonly borrowRate: number;
}

/** What trading and holding cost. */
export class Costs {
  readonly commission: Commission;
  /** The commission is always 0. */
  readonly free: boolean;
  /** The commission depends on the terms of the fill, which must then be written. */
  readonly usesTerms: boolean;
  /** Annual rates, fractions: paid on borrowed cash, earned on idle cash, paid on the worth of what is sold short. */
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
