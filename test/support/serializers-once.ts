import { createRequire } from "node:module";

type Compile = (told: { readonly schema: object }) => unknown;
/** Of the schemas that others may refer to, and the options of a server. */
type CompilerOf = (shared: unknown, options: unknown) => Compile;

/**
 * From now on what writes an answer is compiled once in this process, not once a server. Each server is told of a hundred schemas, the same as every
 * other; to compile them takes longer than all else at its beginning, and tests begin hundreds of servers.
 */
export function compileSerializersOnce(): void {
  const ofFastify = createRequire(createRequire(import.meta.url).resolve("fastify"));
  const place = ofFastify.resolve("@fastify/fast-json-stringify-compiler");
  const newCompilerOf = ofFastify(place) as () => CompilerOf;
  const compiled = new Map<string, unknown>();

  ofFastify.cache[place]!.exports = (): CompilerOf => {
    const compilerOf = newCompilerOf();
    return (shared, options) => {
      const compile = compilerOf(shared, options);
      const terms = JSON.stringify([shared, options]);
      return (told) => {
        // All that a serializer depends on is JSON: the schema itself, and what it may refer to.
        const key = `${terms} ${JSON.stringify(told.schema)}`;
        const serializer = compiled.get(key) ?? compile(told);
        compiled.set(key, serializer);
        return serializer;
      };
    };
  };
}
