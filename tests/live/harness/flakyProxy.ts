import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface FlakyProxy {
  readonly origin: string;
  /** Closes all WebSocket connections and refuses new ones; HTTP still works. */
  readonly disconnect: () => void;
  readonly restore: () => void;
  /** Drops all WebSocket data but keeps connections open, like a half-open connection. */
  readonly freeze: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Proxy between browser and server that can break only the WebSocket.
 * @param upgrade how the request of a socket begins: the console's, or a screen's
 */
export async function startFlakyProxy(port: number, upgrade = "GET /ws"): Promise<FlakyProxy> {
  const liveSockets = new Set<Socket>();
  const allSockets = new Set<Socket>();
  const serverByClient = new Map<Socket, Socket>();
  let isRefusing = false;
  const proxy = createServer((client) => {
    allSockets.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => allSockets.delete(client));
    client.once("data", (first) => {
      if (first.toString("latin1", 0, upgrade.length) === upgrade) {
        if (isRefusing) return void client.destroy();
        liveSockets.add(client);
      }
      const server = connect(port, "127.0.0.1");
      server.on("error", () => client.destroy());
      client.on("close", () => server.destroy());
      server.on("close", () => client.destroy());
      server.write(first);
      client.pipe(server).pipe(client);
      if (liveSockets.has(client)) serverByClient.set(client, server);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    disconnect() {
      isRefusing = true;
      for (const socket of liveSockets) socket.destroy();
      liveSockets.clear();
    },
    freeze() {
      isRefusing = true;
      for (const [client, server] of serverByClient) {
        client.unpipe(server);
        server.unpipe(client);
        // Read and discard, so that neither side notices.
        client.resume();
        server.resume();
      }
    },
    restore() {
      isRefusing = false;
    },
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve());
        for (const socket of allSockets) socket.destroy();
      }),
  };
}
