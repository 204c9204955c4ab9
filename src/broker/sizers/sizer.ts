import type { Instrument } from "../../market/instrument.ts";
import type { Commission } from "../commission/commission-model.ts";
import type { Size } from "../sizing.ts";

/**
 * How a size becomes units. `spendable` is the most money that may be spent. Units and risk are read alike by all: see `quantityOf`.
 */
export type Sizer = (
  size: Size,
  instrument: Instrument,
  price: number,
  equity: number,
  spendable: number,
  commission: Commission,
) => number;

/** Makes a sizer that leaves a share of equity, the buffer, untouched. */
export type SizerOf = (buffer: number) => Sizer;
