/** Types of papaparse that the benchmark uses; the package has none. */
declare module "papaparse" {
  const Papa: {
    parse(text: string, options: { readonly skipEmptyLines: boolean }): { readonly data: readonly string[][] };
  };
  export default Papa;
}
