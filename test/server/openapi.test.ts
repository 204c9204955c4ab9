import { DEFAULT_SETTINGS } from "hindcast";
import { afterAll, describe, expect, test } from "vitest";
import { snakeCase } from "../../src/primitives/member-names.ts";
import { ROUTES } from "../../src/server/routes/index.ts";
import { servedSample } from "../support/served-sample.ts";

const server = await servedSample();
afterAll(() => server.close());

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}
interface OpenApi {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly securitySchemes: object };
}

const answer = await server.inject({ url: "/docs/json" });
const api: OpenApi = answer.json();
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** All values of members with this name, at any depth. */
function valuesOf(name: string, inside: unknown): unknown[] {
  if (typeof inside !== "object" || inside === null) return [];
  return Object.entries(inside).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)]);
}

describe("the OpenAPI document", () => {
  test("has version 3.1 and can be read without an API key", () => {
    expect(answer.statusCode).toBe(200);
    expect(api).toMatchObject({ openapi: "3.1.0", info: { title: "Hindcast" } });
    expect(api.components.securitySchemes).toEqual({
      apiKey: expect.objectContaining({ type: "http", scheme: "bearer" }),
    });
  });

  test("contains exactly the routes of the server", () => {
    const routes = ROUTES.map(
      ({ method, address }) => `${method.toLowerCase()} ${address.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    const documented = operations.map(({ path, method }) => `${method} ${path}`);
    expect(documented.toSorted()).toEqual([...routes, "get /health", "get /ready"].toSorted());
  });

  test.each(operations)("describes $method $path completely", ({ path, method, operation }) => {
    const { parameters = [], responses, security, operationId, summary, tags, requestBody } = operation;
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(summary.length).toBeGreaterThan(5);
    expect(tags).toHaveLength(1);

    const places = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const inPath = parameters.filter((one) => one.in === "path");
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(places.toSorted());
    for (const one of inPath) expect(one.required).toBe(true);
    expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
    for (const one of parameters) expect(one.schema).toBeTypeOf("object");
    if (method === "get") expect(requestBody).toBeUndefined();

    const statuses = Object.keys(responses);
    for (const status of statuses) {
      expect(status).toMatch(/^[245]\d\d$/);
      expect(responses[status]!.description).toBeTruthy();
      expect(Object.keys(responses[status]!.content ?? {})).toHaveLength(1);
    }
    expect(statuses.filter((status) => status.startsWith("2"))).toHaveLength(1);
    if (path === "/health" || path === "/ready") {
      expect(security).toEqual([]);
      return;
    }
    expect(security).toEqual([{ apiKey: [] }]);
    expect(statuses).toEqual(expect.arrayContaining(["400", "401", "403", "404", "429", "500", "503"]));
    if (method !== "get") expect(statuses).toEqual(expect.arrayContaining(["409", "413", "415", "422"]));
    for (const status of statuses.filter((one) => one >= "400"))
      expect(valuesOf("$ref", responses[status])).toEqual(["#/components/schemas/Error"]);
  });

  test("declares the headers for idempotency, sessions and past times, and the response for an unfinished backtest", () => {
    const withHeader = (name: string) =>
      operations
        .filter(({ operation }) => operation.parameters?.some((one) => one.in === "header" && one.name === name))
        .map(({ method, path }) => `${method} ${path.replace("/v2/", "")}`);
    const repeatable = [
      "post trading/orders",
      "patch trading/orders/{id}",
      "delete trading/orders/{id}",
      "post trading/backtests",
      "post /_replay/sessions",
      "post /_replay/sessions/{id}/fork",
    ];
    expect(withHeader("Idempotency-Key")).toEqual(expect.arrayContaining(repeatable));
    expect(
      withHeader("Idempotency-Key").filter((one) =>
        /^get|market-data|backtests\/|_admin|_replay\/(?!sessions)/.test(one),
      ),
    ).toEqual([]);
    // Requests name a session in a header, except those that create, read or delete a session.
    const ofSessions = operations
      .filter(({ path }) => /^\/(v2|_replay(?!\/sessions))\//.test(path))
      .map(({ method, path }) => `${method} ${path.replace("/v2/", "")}`);
    expect(ofSessions).toEqual(
      expect.arrayContaining(["get /_replay/clock", "post /_replay/seek", "put /_replay/faults"]),
    );
    expect(withHeader("X-Replay-Session")).toEqual(ofSessions);
    expect(withHeader("X-As-Of")).toContain("post market-data/stocks/quotes");
    expect(withHeader("X-As-Of").filter((one) => !one.includes(" market-data/"))).toEqual([]);
    expect(Object.keys(api.paths["/v2/trading/backtests/{id}/result"]!["get"]!.responses)).toContain("409");
    const report = api.paths["/v2/trading/backtests/{id}/report"]!["get"]!.responses;
    expect(valuesOf("$ref", report["501"])).toEqual(["#/components/schemas/Error"]);
  });

  test("lists every run setting wherever a request body may contain run settings", () => {
    const { properties } = api.components.schemas["RunSettings"] as { readonly properties: object };
    expect(Object.keys(properties)).toEqual(Object.keys(DEFAULT_SETTINGS).map(snakeCase));
    expect(properties).toMatchObject({
      fill_at: { enum: ["next-open", "next-close", "same-close"], default: "next-open" },
    });
    const bodies = operations.filter(({ operation }) =>
      valuesOf("$ref", operation.requestBody).includes("#/components/schemas/RunSettings"),
    );
    expect(bodies.map(({ path }) => path).toSorted()).toEqual([
      "/_replay/sessions",
      "/_replay/start",
      "/v2/trading/backtests",
    ]);
  });

  test("lists exactly the tags that operations use", () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(api.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
  });

  test("has unique operation ids and only references that exist", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const names = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
    for (const ref of new Set(valuesOf("$ref", api))) expect(names).toContain(ref);
    expect(names).toContain("#/components/schemas/Error");
    // The keyword `nullable` is valid in version 3.0 but not in 3.1.
    expect(valuesOf("nullable", api)).toEqual([]);
  });
});

describe("the served documentation pages", () => {
  test("need no API key and load nothing from other hosts", async () => {
    const page = await server.inject({ url: "/docs/" });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'self';/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      expect(file).toMatch(/^\.\//);
      expect((await server.inject({ url: `/docs/${file.slice(2)}` })).statusCode).toBe(200);
    }
    expect(page.body).not.toMatch(/<script>|onload=/);
    expect(page.body).toContain("<title>Hindcast API</title>");
    expect(page.body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  test("get 404 with the usual error body if they do not exist", async () => {
    const missing = await server.inject({ url: "/docs/static/nothing.js" });
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  });
});
