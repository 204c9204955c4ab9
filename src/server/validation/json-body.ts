import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { ApiError, invalidParameters, shownValue } from "../errors/api-error.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** What the text alone tells of JSON. */
interface JsonShape {
  /** The most lists and objects that stand in one another; no more than one beyond what is allowed. */
  readonly depth: number;
  /** Members of all objects, as often as they are written. */
  readonly members: number;
}

/**
 * How deep a JSON text nests, up to `deepest` levels and one, and how many members it has. Told from the text: what is read of one that nests as deep as it is
 * long can be neither checked nor written again, and what is read of one that names a member twice has it once.
 */
function jsonShape(json: string, deepest: number): JsonShape {
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
      if (depth > deepest) break;
    } else if (isClosing(code)) {
      level--;
    }
  }
  return { depth, members };
}

/** `[` and `{`, `]` and `}`. */
const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;

/** Levels of lists and objects in one another that a body may have: many more than any schema has. */
const DEEPEST = 32;
const TYPE = "application/json";
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const NULL = /^\s*null\s*$/;
/** What could change all objects of a program that copies its members; Fastify calls it no JSON. */
const FORBIDDEN = "must have no member __proto__, nor a member prototype of constructor";
/** JSON is UTF-8 (RFC 8259, 8.1), of which ASCII is a part. */
const READABLE = /^(?:utf-?8|us-ascii)$/i;

/** Reads bodies of JSON. An empty one is none: clients that name a type on every request send none with DELETE. */
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
    if (charset !== undefined && !READABLE.test(charset)) {
      done(charsetUnknown(charset));
      return;
    }
    if (!isUtf8(bytes)) {
      done(wrongBody("must be UTF-8"));
      return;
    }
    const body = bytes.toString("utf8");
    const { depth, members } = jsonShape(body, DEEPEST);
    if (depth > DEEPEST) done(wrongBody(`must nest at most ${DEEPEST} levels deep`));
    else if (NULL.test(body)) done(bodyIsNull());
    else {
      void parse(request, body, (error, read) => {
        if (error !== null) done(wrongBody(isJson(body) ? FORBIDDEN : "must be valid JSON"));
        else if (membersIn(read) !== members) done(memberRepeated(body));
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

/** Bytes that are compressed would be taken for broken JSON. */
function encodingUnknown(encoding: string): ApiError {
  const message = `Content-Encoding must be identity or left out, was ${String(shownValue(encoding))}`;
  // What is taken is said by a header too (RFC 7694).
  const headers = { "accept-encoding": "identity" };
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", message, { allowed: ["identity"] }, { headers });
}

function wrongBody(reason: string): ApiError {
  return invalidParameters([{ in: "body", parameter: "", reason }]);
}

/** Which of the two was meant nobody knows: JSON takes the last, another reader the first (RFC 8259, 4). */
function memberRepeated(body: string): ApiError {
  return invalidParameters([{ in: "body", parameter: repeatedMember(body) ?? "", reason: "must be given once" }]);
}

/** Null is a value that no body may have; Fastify would take it for none. */
function bodyIsNull(): ApiError {
  return invalidParameters([{ in: "body", parameter: "", value: null, reason: "must not be null" }]);
}

/** How many members all objects of a value have. What JSON has read holds each name once, its text as often as it was written. */
export function membersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) count += membersIn(entry);
    return count;
  }
  for (const name in value) count += 1 + membersIn((value as Record<string, unknown>)[name]);
  return count;
}

/** Texts, those that name a member with their colon, and what opens, parts and closes lists and objects. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{},]/g;

/** A list or object that is open: the names that it has had, and where its text stands. */
interface Open {
  readonly names: Set<string> | undefined;
  at: string | number;
}

/** The first member of a JSON text that its object has had before, with those that it is a member of, such as `stop_loss.stop_price`; undefined where there is none. */
export function repeatedMember(json: string): string | undefined {
  const open: Open[] = [];
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
