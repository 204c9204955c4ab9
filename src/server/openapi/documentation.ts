import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { ApiErrorBody } from "../../schemas/api-error.ts";
import { plainHeaders } from "../headers/answer-headers.ts";
import { documentedSchema, ERROR_NAME } from "./documented-schema.ts";
import { SETTINGS_NAME, SETTINGS_SCHEMA } from "./settings-schema.ts";
import { type Tag, TAGS } from "../route.ts";

/** The pages are of this document alone, so there is no choice of another one; on a narrow page nothing is cut. */
const LOOKS = `
.swagger-ui .topbar { display: none; }
.swagger-ui .info { margin: 30px 0; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { padding: 0 12px; }
  .swagger-ui .info code { white-space: normal; overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag a { flex: 1; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 1; padding: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; font-size: 13px; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 66px; font-size: 12px; }
  .swagger-ui .opblock .opblock-summary-description { text-align: left; }
}
`;

/** Title and looks of the pages. */
const PAGES_THEME = { title: "Hindcast API", css: [{ filename: "hindcast.css", content: LOOKS }] };

/** A page that telephones show in their own width: whoever made it forgot to say so. */
function narrowToo(page: string): string {
  return page.replace("<head>", '<head><meta name="viewport" content="width=device-width, initial-scale=1">');
}

/** Where the pages stand; the document itself is `json` below them. */
export const DOCUMENTATION_PATH = "/docs";

const DESCRIPTION = `A recorded market, replayed on one virtual clock and served as if it were live. Answers depend on nothing later than the clock's now.

Every request carries an API key, \`Authorization: Bearer <API_KEY>\`. Requests are counted by the hour; the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (Unix seconds) say what is left. Failures have one body: a code, a message and details. On every request for market data a header \`X-As-Of\` with an earlier instant reads the market as it was known then.`;

/** The pages bring all that they need, and load nothing from elsewhere. */
const PAGES_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/**
 * Adds the OpenAPI document and the pages that show it, for which no key is needed. `tags` are those of the routes, in the order of the pages. The paths
 * of the document begin below `prefix`.
 */
export async function addDocumentation(app: FastifyInstance, prefix: string, tags: readonly Tag[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Hindcast",
        version: "2.0.0",
        description: DESCRIPTION,
        contact: { name: "Hindcast" },
        license: { name: "MIT", identifier: "MIT" },
      },
      tags: tags.map((name) => ({ name, description: TAGS[name] })),
      components: {
        securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key." } },
        // Not a shared schema of the instance: documents of the application would show it.
        schemas: { [ERROR_NAME]: ApiErrorBody, [SETTINGS_NAME]: SETTINGS_SCHEMA as object },
      },
      servers: [{ url: prefix === "" ? "/" : prefix }],
    },
    // The document names the error body once, and says of every route which failures it may answer with.
    transform: ({ schema, url, route }) => ({
      schema: documentedSchema(schema, url.slice(prefix.length), String(route.method)),
      url,
    }),
  });
  await app.register(async (pages) => {
    pages.addHook("onRequest", (request, reply, done) => {
      reply.headers(plainHeaders(request.id));
      done();
    });
    pages.addHook("onSend", (_request, reply, payload, done) => {
      const isPage = typeof payload === "string" && String(reply.getHeader("content-type")).startsWith("text/html");
      done(null, isPage ? narrowToo(payload) : payload);
    });
    await pages.register(swaggerUi, {
      routePrefix: DOCUMENTATION_PATH,
      // Of what the page loads where its address ends without a slash.
      indexPrefix: prefix,
      staticCSP: PAGES_POLICY,
      theme: PAGES_THEME,
    });
  });
}
