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

/** Opens a WebSocket: the platform's, or that of `ws` where there is none. */
export async function openSocket(address: string): Promise<Socket> {
  const own = (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  const Opened = own ?? ((await import("ws")).WebSocket as unknown as SocketClass);
  return new Opened(address);
}
