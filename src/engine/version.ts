/** Version of the library, as in its package file. It is part of every fingerprint. */
export const ENGINE_VERSION = "0.1.0";
