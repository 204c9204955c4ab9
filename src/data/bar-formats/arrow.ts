import { isArrow, openArrow } from "../arrow/open-arrow.ts";
import type { BarFormat } from "../bar-format.ts";

/** Arrow files, which data frames call Feather, and Arrow streams. */
export const arrow: BarFormat = {
  name: "arrow",
  title: "Arrow (Feather), compressed or not",
  endings: [".feather", ".arrow", ".arrows", ".ipc", ".ftr"],
  matches: isArrow,
  open: openArrow,
};
