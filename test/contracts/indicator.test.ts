import { describe } from "vitest";
import { indicators } from "../../src/indicators/catalog.ts";
import { callLaws } from "./indicator-call-laws.ts";
import { describedLaws } from "./indicator-described-laws.ts";
import { gapLaws } from "./indicator-gap-laws.ts";
import { streamLaws } from "./indicator-stream-laws.ts";
import { Subject } from "./indicator-subject.ts";
import { valueLaws } from "./indicator-value-laws.ts";

/* These tests run for every indicator of the catalog, so that a new indicator needs only its export in ta.ts. */
describe.each(Object.values(indicators).map((indicator) => new Subject(indicator)))("indicator $name", (subject) => {
  describedLaws(subject);
  callLaws(subject);
  valueLaws(subject);
  gapLaws(subject);
  streamLaws(subject);
});
