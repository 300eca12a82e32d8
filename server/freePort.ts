import { createServer } from "node:net";

/** The next port above a busy one that nobody listens on. */
export async function freePort(host: string, busy: number): Promise<number> {
  for (let port = busy + 1; port <= 65_535; port++) if (await isFree(host, port)) return port;
  return 0;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
