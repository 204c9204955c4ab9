import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { afterAll, describe, expect, test } from "vitest";
import { servedSample } from "../support/served-sample.ts";

const server = await servedSample();
afterAll(() => server.close());

const { body: source } = await server.inject({ url: "/docs/json" });

/** The OpenAPI document with one path, which lacks the descriptions of its operation and its tag. */
function damagedDocument(): string {
  const document = JSON.parse(source) as {
    paths: Record<string, { post: object }>;
    tags: object[];
    components: { schemas: Record<string, object> };
  };
  const { description, ...post } = document.paths["/v2/trading/orders"]!.post as { description: string };
  expect(description).toContain("market order");
  // Leaves out the schema RunSettings, which only other paths use.
  const { RunSettings: _, ...schemas } = document.components.schemas;
  const components = { ...document.components, schemas };
  const paths = { "/v2/trading/orders": { post } };
  return JSON.stringify({ ...document, components, paths, tags: [{ name: "Trading" }] });
}

/** Errors and warnings of Redocly's recommended rules, with rule and location. */
async function redocly(text: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ""} ${message}`);
}

/** Errors, warnings and hints of Spectral's recommended rules, with rule and location. */
async function spectralOas(text: string): Promise<readonly string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, "recommended"]] });
  const problems = await linter.run(text);
  return problems.map(({ code, path, message }) => `${code} ${path.join("/")} ${message}`);
}

describe("the OpenAPI document has no problems according to", () => {
  test("Redocly's recommended rules", async () => {
    expect(await redocly(source)).toEqual([]);
    expect(await redocly(damagedDocument())).toEqual([expect.stringContaining("tag-description #/tags/0/description")]);
  });

  test("Spectral's recommended rules", async () => {
    expect(await spectralOas(source)).toEqual([]);
    expect(await spectralOas(damagedDocument())).toEqual([
      expect.stringContaining("operation-description paths//v2/trading/orders/post"),
    ]);
  }, 120_000);
});
