import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { reportHtml, scriptJson } from "../../src/report/html.ts";
import { escapeHtml } from "../../src/primitives/words.ts";
import { reportPayload, type ReportPayload } from "../../src/report/payload.ts";
import { changed, crossingResult, EIGHT_DAYS, eightDaysResult, sampleRecording } from "./fixture.ts";

const HOSTILE = `</script><script>alert(1)</script><!--<img src=x onerror="alert(2)">&'`;

/** Data of a report in which every text that a user can choose contains hostile HTML. */
function hostilePayload(): ReportPayload {
  const result = eightDaysResult();
  const data = { ...EIGHT_DAYS, notes: [HOSTILE] };
  const trades = result.trades.map((trade) => ({ ...trade, tag: HOSTILE }));
  return {
    ...reportPayload(changed(result, { strategy: HOSTILE, params: { [HOSTILE]: HOSTILE }, trades, notes: data.notes })),
    warnings: [HOSTILE],
  };
}

describe("the report page with hostile HTML in its texts", () => {
  test("replaces every character that has a meaning in HTML", () => {
    expect(escapeHtml(`<a href="x">&'`)).toBe("&#60;a href=&#34;x&#34;&#62;&#38;&#39;");
  });

  test("embeds JSON without tags that parses to the original value", () => {
    const text = scriptJson({ name: HOSTILE, line: "\u2028\u2029" });
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ name: HOSTILE, line: "\u2028\u2029" });
  });

  test("contains no script or element from these texts", () => {
    const html = reportHtml(hostilePayload());
    expect(html).not.toContain("alert(1)</script>");
    expect(html).not.toContain("<img");
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).toContain("<title>&#60;/script&#62;");
  });

  test("embeds the data of the report unchanged", () => {
    const payload = hostilePayload();
    const [, json] = /<script type="application\/json" id="payload">(.*?)<\/script>/s.exec(reportHtml(payload))!;
    expect(JSON.parse(json!)).toEqual(payload);
  });
});

describe("the report page of the sample prices", () => {
  let html: string;
  beforeAll(async () => {
    const data = await sampleRecording();
    html = reportHtml(reportPayload(crossingResult(data)));
  });

  test("has less than 600,000 bytes for 5,105 bars with two indicators", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(600_000);
  });

  test("allows only its own script to run", () => {
    const [, code] = /<script>(.*)<\/script>/s.exec(html)!;
    const hash = createHash("sha256").update(code!).digest("base64");
    expect(html).toContain(`script-src 'sha256-${hash}'`);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/ on[a-z]+="/);
    expect(html).not.toMatch(/<(?:link|iframe|img|object)\b/);
  });

  test("contains the license of the chart library", () => {
    expect(html).toContain("TradingView Lightweight Charts");
    expect(html).toContain("Licensed under Apache License 2.0");
  });
});
