import { createServer } from "node:net";

/** Below the ephemeral range of Linux and macOS, so that no outgoing connection takes the port. */
const firstPort = 20_000;
const portCount = 10_000;

/** A loopback port that stays free between successive servers of a test. */
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
