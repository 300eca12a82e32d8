import { createServer } from "node:net";

/** The next port above a busy one that nobody listens on. */
export async function findFreePort(host: string, busy: number): Promise<number> {
  for (let port = busy + 1; port <= 65_535; port++) if (await isPortFree(host, port)) return port;
  return 0;
}

const isPortFree = (host: string, port: number) =>
  tryPort(host, port).then(
    () => true,
    () => false,
  );

/** Fails as listening there would, so that a busy port is told before any data are made. */
export function tryPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
