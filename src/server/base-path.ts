/** Root path of the versioned HTTP API and of the stream, below the prefix of the service. */
export const BASE_PATH = "/v2";

const OWN_PATHS_AT_ROOT = /^\/(?:v2|_replay|_admin|docs|dashboard|health|ready)(?:[/?]|$)/;

/** The paths of a service within its application, below `prefix` (empty at the root). */
export class ServicePaths {
  readonly prefix: string;
  /** Root of the versioned API. */
  readonly base: string;
  /** Path of the stream. */
  readonly stream: string;

  constructor(prefix: string) {
    this.prefix = prefix;
    this.base = prefix + BASE_PATH;
    this.stream = `${this.base}/stream`;
  }

  /** Whether a URL belongs to the service: any URL below its prefix, or one of its own paths when it is at the root. */
  owns(url: string): boolean {
    return this.prefix === "" ? OWN_PATHS_AT_ROOT.test(url) : url.startsWith(this.prefix);
  }

  /** Whether a URL is the health or readiness check. */
  isHealthCheck(url: string): boolean {
    return url === `${this.prefix}/health` || url === `${this.prefix}/ready`;
  }

  /** Whether a URL is below the versioned root. Answers there carry rate limit headers. */
  isVersioned(url: string | undefined): boolean {
    return url?.startsWith(this.base) === true;
  }
}
