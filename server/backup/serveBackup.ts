import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { ServerDatabaseConnection } from "../db/openDatabase.ts";
import { hasBearerToken, isLocalRequest } from "../http/internalOnly.ts";
import type { Platform } from "../platform.ts";
import { fingerprintKey } from "../secretKey.ts";
import { dumpDatabase } from "./dump.ts";

/** Below a prefix where every unknown path is a 404: without the token this one looks the same. */
export const backupPath = "/local/backup";

/**
 * Streams a backup to `npm run backup`: to local programs that have read the token from the data folder. All others
 * get a 404. One backup at a time. An error midway closes the connection.
 */
export function serveBackup(
  app: FastifyInstance,
  platform: Pick<Platform, "clock" | "secretKey" | "onError" | "log"> &
    Pick<ServerDatabaseConnection, "snapshot">,
  token: string,
): void {
  /** Resolves when the running backup has released everything. */
  let running: Promise<void> | null = null;
  const closing = new AbortController();
  app.addHook("onClose", async () => {
    closing.abort();
    await running;
  });

  /** Logs database errors. A client that disconnects is not an error. */
  async function* withErrorLog(
    lines: AsyncGenerator<string>,
    release: () => Promise<void>,
  ): AsyncGenerator<string> {
    const next = () =>
      lines.next().catch((error: unknown) => {
        platform.onError(error, "backup");
        throw error;
      });
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
      platform.log.info("backup sent");
    } finally {
      await release();
    }
  }

  app.get(backupPath, { exposeHeadRoute: false }, async (request, reply) => {
    if (!isLocalRequest(request) || !hasBearerToken(request, token)) return reply.callNotFound();
    if (running) return reply.status(409).send({ message: "Another backup of this server is under way" });
    // Nothing is sent until the copy is open, which may take longer than other connections may be silent.
    reply.raw.on("timeout", () => undefined);
    const completion = Promise.withResolvers<void>();
    running = completion.promise;
    const finish = () => {
      running = null;
      completion.resolve();
    };
    try {
      // Before the snapshot, which therefore contains everything stored until then.
      const createdAt = platform.clock().toISOString();
      const { db, close } = await platform.snapshot();
      const lines = dumpDatabase(db, { createdAt, keyFingerprint: fingerprintKey(platform.secretKey) });
      let releasing: Promise<void> | null = null;
      const release = () =>
        (releasing ??= close()
          .catch((error: unknown) => platform.onError(error, "backup"))
          .finally(finish));
      const stream = Readable.from(withErrorLog(lines, release), {
        objectMode: false,
        signal: closing.signal,
      });
      // If the client leaves before the first line, the generator never starts.
      stream.once("close", () => void release());
      stream.on("error", () => undefined);
      return reply.type("application/x-ndjson").header("cache-control", "no-store").send(stream);
    } catch (error) {
      finish();
      platform.onError(error, "backup");
      const isDiskFull = ["ENOSPC", "EDQUOT"].includes(String((error as NodeJS.ErrnoException).code));
      const message = isDiskFull
        ? "The server has no room on its disk for a copy of its database"
        : "The server could not begin a backup; its log says why";
      return reply.status(503).send({ message });
    }
  });
}
