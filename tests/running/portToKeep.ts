import { createServer } from "node:net";

/** Below what Linux and macOS give to outgoing connections, which therefore never take it meanwhile. */
const lowest = 20_000;
const count = 10_000;

/** A port on the loopback that stays free for servers of one's own, one after the other. */
export async function portToKeep(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((told, failed) => {
    const server = createServer().once("error", (fault: NodeJS.ErrnoException) =>
      fault.code === "EADDRINUSE" ? told(false) : failed(fault),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => told(true)));
  });
}
