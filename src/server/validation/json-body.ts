import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { ApiError, invalidParameters, shownValue } from "../errors/api-error.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** Properties of a JSON text that are found without parsing it. */
interface JsonShape {
  /** Depth of nested arrays and objects. Counting stops one level beyond the limit. */
  readonly depth: number;
  /** Number of members of all objects, including repeated ones. */
  readonly members: number;
}

/**
 * Returns the depth of a JSON text (at most `maxDepth` + 1) and its number of members. A value nested too deeply could be neither validated
 * nor serialized, and parsing drops repeated members.
 */
function jsonShape(json: string, maxDepth: number): JsonShape {
  let level = 0;
  let depth = 0;
  let members = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.codePointAt(i)!;
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) {
      quoted = true;
    } else if (code === COLON) {
      members++;
    } else if (isOpening(code)) {
      level++;
      if (level > depth) depth = level;
      if (depth > maxDepth) break;
    } else if (isClosing(code)) {
      level--;
    }
  }
  return { depth, members };
}

/** Whether a character code opens an array or object (`[`, `{`), or closes one. */
const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;

/** Maximum depth of a request body, much more than any schema has. */
const MAX_DEPTH = 32;
const TYPE = "application/json";
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const NULL = /^\s*null\s*$/;
/** Message about members that could change the prototypes of objects into which they are copied. Fastify refuses such members. */
const FORBIDDEN = "must not contain the members __proto__ or constructor.prototype";
/** Pattern of accepted character sets: JSON is UTF-8 (RFC 8259, 8.1), which includes ASCII. */
const SUPPORTED_CHARSET = /^(?:utf-?8|us-ascii)$/i;

/** Makes a server read JSON bodies. An empty body counts as no body, since some clients send a content type with every request. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(TYPE, { parseAs: "buffer" }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) {
      done(null, undefined);
      return;
    }
    const encoding = request.headers["content-encoding"]?.trim() ?? "";
    if (encoding !== "" && encoding.toLowerCase() !== "identity") {
      done(encodingUnknown(encoding));
      return;
    }
    const charset = charsetOf(request.headers["content-type"]);
    if (charset !== undefined && !SUPPORTED_CHARSET.test(charset)) {
      done(charsetUnknown(charset));
      return;
    }
    if (!isUtf8(bytes)) {
      done(bodyError("must be UTF-8"));
      return;
    }
    const body = bytes.toString("utf8");
    const { depth, members } = jsonShape(body, MAX_DEPTH);
    if (depth > MAX_DEPTH) done(bodyError(`must nest at most ${MAX_DEPTH} levels deep`));
    else if (NULL.test(body)) done(bodyIsNull());
    else {
      void parse(request, body, (error, read) => {
        if (error !== null) done(bodyError(isJson(body) ? FORBIDDEN : "must be valid JSON"));
        else if (countMembers(read) !== members) done(memberRepeated(body));
        else done(null, read);
      });
    }
  });
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}

function charsetOf(type = ""): string | undefined {
  return type.length === TYPE.length ? undefined : CHARSET.exec(type)?.[1];
}

function charsetUnknown(charset: string): ApiError {
  const allowed = [TYPE, `${TYPE}; charset=utf-8`];
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", `the body must be in UTF-8, was in ${charset || "none"}`, { allowed });
}

/** Returns the error for a compressed body, which would otherwise look like invalid JSON. */
function encodingUnknown(encoding: string): ApiError {
  const message = `Content-Encoding must be identity or left out, was ${String(shownValue(encoding))}`;
  // This header of the response lists the accepted encodings (RFC 7694).
  const headers = { "accept-encoding": "identity" };
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", message, { allowed: ["identity"] }, { headers });
}

function bodyError(reason: string): ApiError {
  return invalidParameters([{ in: "body", parameter: "", reason }]);
}

/** Returns the error for a repeated member, since parsers disagree on which of its values counts (RFC 8259, 4). */
function memberRepeated(body: string): ApiError {
  return invalidParameters([{ in: "body", parameter: repeatedMember(body) ?? "", reason: "must be given once" }]);
}

/** Returns the error for the body `null`, which Fastify would treat as no body. */
function bodyIsNull(): ApiError {
  return invalidParameters([{ in: "body", parameter: "", value: null, reason: "must not be null" }]);
}

/** Returns the number of members of all objects in a value. If the JSON text has more, a member was repeated. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) count += countMembers(entry);
    return count;
  }
  for (const name in value) count += 1 + countMembers((value as Record<string, unknown>)[name]);
  return count;
}

/** Pattern of the strings in JSON (with a colon if they are member names) and of its brackets and commas. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{},]/g;

/** An array or object that is still open: its member names so far, and the current name or index. */
interface OpenContainer {
  readonly names: Set<string> | undefined;
  at: string | number;
}

/** Returns the path of the first repeated member in a JSON text, such as `stop_loss.stop_price`; undefined if no member is repeated. */
export function repeatedMember(json: string): string | undefined {
  const open: OpenContainer[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    const inner = open.at(-1);
    if (token === "{") open.push({ names: new Set(), at: "" });
    else if (token === "[") open.push({ names: undefined, at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof inner?.at === "number") inner.at++;
    else if (colon !== undefined && inner?.names !== undefined) {
      const name = JSON.parse(text!) as string;
      inner.at = name;
      if (inner.names.has(name)) return open.map(({ at }) => at).join(".");
      inner.names.add(name);
    }
  }
  return undefined;
}
