import { createServer } from "node:net";

/** Below what Linux and macOS give to outgoing connections, which therefore never take it meanwhile. */
const firstPort = 20_000;
const portCount = 10_000;

/** A port on the loopback that stays free for servers of one's own, one after the other. */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portCount);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
