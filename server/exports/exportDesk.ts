import { createReadStream } from "node:fs";
import { access, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { states } from "../../adapters/contract/envelope.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { Refusal } from "../call.ts";
import { retryWhileGone } from "../db/retryWhileGone.ts";
import { changed, exportJobs } from "../db/schema/exportJob.ts";
import type { Platform } from "../platform.ts";
import { failReasonOf } from "./failReason.ts";
import { type GrowingFile, growingFile } from "./growingFile.ts";
import { expireMissing, keptMs, removeOld, removeStrays } from "./keeping.ts";

/** An export that has been entered and is to be written. */
export interface ExportOrder {
  readonly id: string;
  /** Its `X-Export-Id`: names its progress and cancels it. */
  readonly exportId: string;
  readonly staffId: string;
  /** Whose sockets hear of its progress. */
  readonly sessionId: string;
  readonly rows: number;
  readonly write: (told: (written: number) => void) => AsyncIterable<Uint8Array>;
  /** Whether the file is read from its beginning while it is written, and a fault so told. */
  readonly followed: boolean;
  /** Whether it is begun some time after its entry, which may have been ended meanwhile. */
  readonly isLate?: boolean;
}

/** Writes exports into the data folder, whoever reads them meanwhile and however long. */
export interface ExportDesk {
  /** Begins to write, once the entry is committed; answers with the file as it grows, which fails where the export does. */
  readonly begin: (order: ExportOrder) => () => AsyncGenerator<Uint8Array>;
  /** The file of a finished export; null where it is not there. */
  readonly stored: (id: string) => Promise<AsyncIterable<Uint8Array> | null>;
  /** Stops an export that is being written and waits until it is noted; false where this one is not. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Stops an export that may not be had any more, and waits until it is noted as failed for that reason. */
  readonly forbid: (id: string) => Promise<void>;
  /** Notes that a person cancelled the export of this name before its own call came to its turn. */
  readonly cancelEarly: (staffId: string, exportId: string) => void;
  /** Whether that was noted, which is said once. */
  readonly wasCancelled: (staffId: string, exportId: string) => boolean;
  /** Exports of a person that are being written. */
  readonly runningOf: (staffId: string) => number;
  /** Exports that are being written. */
  readonly running: () => number;
  /** Marks what was cut by the end of the server before this one and what has lost its file, and removes unfinished files. */
  readonly recover: () => Promise<void>;
  /** Removes files that are kept no longer. */
  readonly tidy: () => Promise<void>;
  /** Cuts what is running, and notes it. */
  readonly stop: () => Promise<void>;
}

interface Running {
  readonly order: ExportOrder;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Often enough for a bar that is read now and then, seldom enough for the database. */
const noteEveryMs = 500;
/** Cancellations of exports that never come; so many are remembered. */
const mostEarly = 1000;
const cancelled = new Refusal("导出已取消");
const forbidden = new Refusal("账号角色已变更，导出已停止", states.roleForbidden);
const cut = new Refusal("服务已停止，导出没有写完");

export function createExportDesk({ db, bus, settings, clock, metrics, onFault }: Platform): ExportDesk {
  const folder = path.join(settings.dataDir, "exports");
  const fileOf = (id: string) => path.join(folder, `${id}.xlsx`);
  const running = new Map<string, Running>();
  const early = new Set<string>();
  const stopped = new AbortController();

  const note = (id: string, values: Partial<typeof exportJobs.$inferInsert>) =>
    db
      .update(exportJobs)
      .set({ ...values, ...changed })
      .where(and(eq(exportJobs.id, id), eq(exportJobs.status, "running")));

  function progressOf({ id, exportId, sessionId, rows: total }: ExportOrder) {
    let written = 0;
    let notedAt = performance.now();
    let noting: Promise<unknown> = Promise.resolve();
    return {
      told: (rows: number) => {
        written = rows;
        const data = { exportId, rows, total };
        bus.publish("session.frame", { sessionId, type: socketTypes.exportProgress, data });
        if (performance.now() - notedAt < noteEveryMs) return;
        notedAt = performance.now();
        noting = note(id, { writtenRows: rows }).catch(() => undefined);
      },
      written: () => written,
      settled: () => noting,
    };
  }

  async function write(order: ExportOrder, { signal }: AbortController, opening: Promise<GrowingFile>) {
    const progress = progressOf(order);
    const end = async (values: Partial<typeof exportJobs.$inferInsert>) => {
      await progress.settled();
      // Otherwise it would stand as running for ever.
      const last = () => note(order.id, { writtenRows: progress.written(), endedAt: clock(), ...values });
      await retryWhileGone(last, stopped.signal);
    };
    try {
      const file = await opening;
      try {
        if (order.isLate) await refuseEnded(order.id, signal);
        for await (const chunk of order.write(progress.told)) {
          signal.throwIfAborted();
          await file.append(chunk);
        }
        signal.throwIfAborted();
        await file.sync();
        // Noted before readers come to their end, so that who has the file finds it in the centre.
        const until = new Date(clock().getTime() + keptMs);
        await end({ status: "done", bytes: file.bytes(), keptUntil: until });
        metrics.exports.inc({ result: "done" });
        file.finish();
      } catch (fault) {
        const told = file.isRead() || fault instanceof Refusal;
        await file.breakOff(fault);
        if (!told) onFault(fault, "export");
        throw fault;
      }
    } catch (fault) {
      const status = fault === cancelled ? "cancelled" : fault === cut ? "cut" : "failed";
      metrics.exports.inc({ result: status });
      await rm(fileOf(order.id), { force: true });
      await end({ status, failReason: fault === cancelled ? "" : failReasonOf(fault) });
    }
  }

  async function refuseEnded(id: string, signal: AbortSignal): Promise<void> {
    const stands = and(eq(exportJobs.id, id), eq(exportJobs.status, "running"));
    const count = await retryWhileGone(() => db.$count(exportJobs, stands), stopped.signal);
    signal.throwIfAborted();
    if (count === 0) throw cancelled;
  }

  /** False where this one is not being written. */
  async function stopOne(id: string, why: Refusal): Promise<boolean> {
    const job = running.get(id);
    job?.abort.abort(why);
    await job?.ended;
    return job !== undefined;
  }

  const desk: ExportDesk = {
    begin: (order) => {
      const abort = new AbortController();
      const file = mkdir(folder, { recursive: true, mode: 0o700 }).then(() =>
        growingFile(fileOf(order.id), order.followed),
      );
      // Told by the writing, which waits for it.
      file.catch(() => undefined);
      const ended = write(order, abort, file)
        .then(desk.tidy)
        .catch((fault) => onFault(fault, "export"))
        .finally(() => running.delete(order.id));
      running.set(order.id, { order, abort, ended });
      return async function* () {
        yield* (await file).read();
      };
    },
    stored: (id) =>
      access(fileOf(id)).then(
        () => createReadStream(fileOf(id)),
        () => null,
      ),
    cancelEarly: (staffId, exportId) => {
      if (early.size >= mostEarly) early.clear();
      early.add(`${staffId} ${exportId}`);
    },
    wasCancelled: (staffId, exportId) => early.delete(`${staffId} ${exportId}`),
    cancel: (id) => stopOne(id, cancelled),
    forbid: async (id) => {
      if (await stopOne(id, forbidden)) return;
      // Nobody writes it yet: it must not be begun either.
      await note(id, { status: "failed", failReason: failReasonOf(forbidden), endedAt: clock() });
      await stopOne(id, forbidden);
    },
    running: () => running.size,
    runningOf: (staffId) => [...running.values()].filter(({ order }) => order.staffId === staffId).length,
    recover: async () => {
      const values = {
        status: "cut",
        failReason: "服务重启，导出没有写完",
        endedAt: clock(),
        ...changed,
      } as const;
      await db.update(exportJobs).set(values).where(eq(exportJobs.status, "running"));
      await removeStrays(db, folder);
      await expireMissing(db, folder);
    },
    tidy: () => removeOld(db, folder, clock()),
    stop: async () => {
      const jobs = [...running.values()];
      for (const { abort } of jobs) abort.abort(cut);
      stopped.abort();
      await Promise.all(jobs.map(({ ended }) => ended));
    },
  };
  return desk;
}
