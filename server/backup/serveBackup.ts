import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { ServerDatabase } from "../db/open.ts";
import { hasBearer, isOwnMachine } from "../http/insidersOnly.ts";
import type { Platform } from "../platform.ts";
import { fingerprint } from "../secretKey.ts";
import { dump } from "./dump.ts";

/** Below a prefix of its own, where every unknown path is a 404: without the token this one looks the same. */
export const backupPath = "/local/backup";

/**
 * Streams a backup to `npm run backup`: to programs on this machine that have read the token from the data folder;
 * for everybody else it is not there. One backup at a time. A fault midway cuts the connection.
 */
export function serveBackup(
  app: FastifyInstance,
  platform: Pick<Platform, "clock" | "secretKey" | "onFault" | "log"> & Pick<ServerDatabase, "snapshot">,
  token: string,
): void {
  /** Until everything is given back. */
  let running: Promise<void> | null = null;
  const closing = new AbortController();
  app.addHook("onClose", async () => {
    closing.abort();
    await running;
  });

  /** A fault of the database is logged; whoever leaves in the middle is none. */
  async function* logged(
    lines: AsyncGenerator<string>,
    giveBack: () => Promise<void>,
  ): AsyncGenerator<string> {
    const next = () =>
      lines.next().catch((fault: unknown) => {
        platform.onFault(fault, "backup");
        throw fault;
      });
    try {
      for (let part = await next(); !part.done; part = await next()) yield part.value;
      platform.log.info("backup sent");
    } finally {
      await giveBack();
    }
  }

  app.get(backupPath, { exposeHeadRoute: false }, async (request, reply) => {
    if (!isOwnMachine(request) || !hasBearer(request, token)) return reply.callNotFound();
    if (running) return reply.status(409).send({ message: "Another backup of this server is under way" });
    const over = Promise.withResolvers<void>();
    running = over.promise;
    const end = () => {
      running = null;
      over.resolve();
    };
    try {
      // Before the snapshot: whatever was stored until then is in it.
      const createdAt = platform.clock().toISOString();
      const { db, close } = await platform.snapshot();
      const lines = dump(db, { createdAt, keyFingerprint: fingerprint(platform.secretKey) });
      let given: Promise<void> | null = null;
      const giveBack = () =>
        (given ??= close()
          .catch((fault: unknown) => platform.onFault(fault, "backup"))
          .finally(end));
      const stream = Readable.from(logged(lines, giveBack), { objectMode: false, signal: closing.signal });
      // Whoever asked may have left before the first line, whose generator then never begins.
      stream.once("close", () => void giveBack());
      stream.on("error", () => undefined);
      return reply.type("application/x-ndjson").header("cache-control", "no-store").send(stream);
    } catch (fault) {
      end();
      platform.onFault(fault, "backup");
      const full = ["ENOSPC", "EDQUOT"].includes(String((fault as NodeJS.ErrnoException).code));
      const message = full
        ? "The server has no room on its disk for a copy of its database"
        : "The server could not begin a backup; its log says why";
      return reply.status(503).send({ message });
    }
  });
}
