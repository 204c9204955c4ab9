import type { ParamSpecs } from "../primitives/param.ts";
import { defineIndicator as define, type Indicator } from "./define.ts";
import type { IndicatorSpec, InputNames, OutputSpecs } from "./spec.ts";

/**
 * Makes an indicator of your own. Its `batch` gets copies of the input columns, so writing to them changes nothing. A run computes it again on a few
 * truncations of its inputs and refuses it with LOOKAHEAD_FOUND where a value changes with the bars that follow.
 *
 * @example
 * const momentum = defineIndicator({ name: "mom", title: "Momentum", category: "momentum", inputs: ["source"], ... });
 * momentum(close, 10); // a column
 * momentum.stream(10).update(101.5); // one bar
 */
export function defineIndicator<const I extends InputNames, const P extends ParamSpecs, const O extends OutputSpecs<I>>(
  spec: IndicatorSpec<I, P, O>,
): Indicator<I, P, O> {
  return define(spec, true);
}
