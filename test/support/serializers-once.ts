import { createRequire } from "node:module";

type Compile = (route: { readonly schema: object }) => unknown;
/** Arguments: schemas that others may refer to, and the options of a server. */
type CompilerOf = (shared: unknown, options: unknown) => Compile;

/**
 * Compiles answer serializers once per process instead of once per server. Each server has the same hundred schemas, whose compilation
 * takes longer than the rest of its start, and tests start hundreds of servers.
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
        // A serializer depends only on JSON: its schema, and the schemas that it may refer to.
        const key = `${terms} ${JSON.stringify(route.schema)}`;
        const serializer = compiled.get(key) ?? compile(route);
        compiled.set(key, serializer);
        return serializer;
      };
    };
  };
}
