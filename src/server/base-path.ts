/** Root path of the API's current version and of the stream, below the prefix of the service. */
export const BASE_PATH = "/v2";

const OWN_PATHS_AT_ROOT = /^\/(?:v2|_replay|_admin|docs|dashboard|health|ready)(?:[/?]|$)/;

/** The paths of a service that is mounted in an application below `prefix` (empty at the root). */
export class ServicePaths {
  readonly prefix: string;
  /** Root path of the API's current version. */
  readonly base: string;
  /** Path of the stream. */
  readonly stream: string;

  constructor(prefix: string) {
    this.prefix = prefix;
    this.base = prefix + BASE_PATH;
    this.stream = `${this.base}/stream`;
  }

  /** Whether a URL belongs to the service: any URL below its prefix, or one of the service's own paths if it has no prefix. */
  owns(url: string): boolean {
    return this.prefix === "" ? OWN_PATHS_AT_ROOT.test(url) : url.startsWith(this.prefix);
  }

  /** Whether a URL is that of the health check or the readiness check. */
  isHealthCheck(url: string): boolean {
    return url === `${this.prefix}/health` || url === `${this.prefix}/ready`;
  }

  /** Whether a URL is below the root path of the API's version. Responses to such URLs have rate-limit headers. */
  isVersioned(url: string | undefined): boolean {
    return url?.startsWith(this.base) === true;
  }
}
