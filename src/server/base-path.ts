/** Root of the versioned HTTP API; the stream lies below it too. */
export const BASE_PATH = "/v2";
