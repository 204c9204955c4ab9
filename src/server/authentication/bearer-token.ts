const BEARER = /^bearer +([!-~]{1,200})$/i;

/** The key that an `Authorization` header carries; undefined for one that carries none. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // As nearly every client writes it.
  if (header.startsWith("Bearer hc_") && header.length < 100) return header.slice(7);
  return BEARER.exec(header)?.[1];
}
