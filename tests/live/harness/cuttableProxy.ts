import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttableProxy {
  readonly origin: string;
  /** Cuts every live connection and refuses new ones; calls go on. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** Lets nothing through on live connections any more, and leaves them open: a half-open line. */
  readonly freeze: () => void;
  readonly close: () => Promise<void>;
}

/** Stands between browser and server, so that the live connection alone can be cut. */
export async function cuttableProxy(port: number): Promise<CuttableProxy> {
  const live = new Set<Socket>();
  const all = new Set<Socket>();
  const servers = new Map<Socket, Socket>();
  let refusing = false;
  const proxy = createServer((client) => {
    all.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => all.delete(client));
    client.once("data", (first) => {
      if (first.toString("latin1", 0, 7) === "GET /ws") {
        if (refusing) return void client.destroy();
        live.add(client);
      }
      const server = connect(port, "127.0.0.1");
      server.on("error", () => client.destroy());
      client.on("close", () => server.destroy());
      server.on("close", () => client.destroy());
      server.write(first);
      client.pipe(server).pipe(client);
      if (live.has(client)) servers.set(client, server);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut() {
      refusing = true;
      for (const socket of live) socket.destroy();
      live.clear();
    },
    freeze() {
      refusing = true;
      for (const [client, server] of servers) {
        client.unpipe(server);
        server.unpipe(client);
        // Read and thrown away: neither side notices anything.
        client.resume();
        server.resume();
      }
    },
    mend() {
      refusing = false;
    },
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve());
        for (const socket of all) socket.destroy();
      }),
  };
}
