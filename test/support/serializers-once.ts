import { createRequire } from "node:module";

type Compile = (route: { readonly schema: object }) => unknown;
/** Creates a compiler of serializers from shared schemas, to which others may refer, and the options of a server. */
type CompilerOf = (shared: unknown, options: unknown) => Compile;

/**
 * Makes servers compile their serializers once per process instead of once per server. All servers have the same hundred schemas, whose
 * compilation takes longer than the rest of a start, and tests start hundreds of servers.
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
      return (route) => {
        // A serializer depends only on JSON: on its schema, and on the schemas to which it may refer.
        const key = `${terms} ${JSON.stringify(route.schema)}`;
        const serializer = compiled.get(key) ?? compile(route);
        compiled.set(key, serializer);
        return serializer;
      };
    };
  };
}
