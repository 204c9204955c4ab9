import type { Entry } from "hindcast";

/** How far cash may fall below zero by sales that brought less than their commission, while entries are gone through in order. */
export class DebtOfSales {
  least = 0;
  #sale = NaN;

  /** `cash` is what there is after the entry. */
  see({ kind, quantity, amount }: Entry, cash: number): void {
    if (kind === "commission" && this.#sale + amount < 0) this.least = Math.min(this.least, cash);
    this.#sale = kind === "fill" && quantity < 0 ? amount : NaN;
  }
}
