/** What is used of a WebSocket, the platform's or that of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "error", listener: (event: object) => void): void;
}

type SocketClass = new (address: string) => Socket;

/**
 * The platform's WebSocket, or that of `ws` where there is none. Listen to one in the breath in which it is made: an address that the platform
 * refuses ends it before anything else is done.
 */
export async function socketClass(): Promise<SocketClass> {
  const own = (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  return own ?? ((await import("ws")).WebSocket as unknown as SocketClass);
}
