/** What the benchmark uses of papaparse, which comes without types. */
declare module "papaparse" {
  const Papa: {
    parse(text: string, options: { readonly skipEmptyLines: boolean }): { readonly data: readonly string[][] };
  };
  export default Papa;
}
