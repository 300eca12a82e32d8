import { and, eq, inArray } from "drizzle-orm";
import { importKind, importUndoMs, type SheetImport } from "../../adapters/contract/sheetImport.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import type { Db } from "../db/handle.ts";
import { retryWhileUnavailable } from "../db/retryWhileUnavailable.ts";
import { type SheetImportRecord, sheetImports } from "../db/schema/sheetImport.ts";
import { RefusalError } from "../errors.ts";
import { getChannels } from "../notification/forwardNotices.ts";
import { type Notice, storeNotices } from "../notification/notify.ts";
import type { Platform } from "../platform.ts";
import { toFailReason } from "./toFailReason.ts";

/** The initial password of an account that an import has opened. */
export interface ImportedPassword {
  readonly row: number;
  readonly account: string;
  readonly password: string;
}

type Progress = Partial<Pick<SheetImportRecord, "status" | "done" | "created" | "faulty" | "undone">>;

/** How the work of an import says how far it is. */
export interface ImportProgress {
  /** Notes it with the caller's transaction. Throws if the import is over, so that nothing is written after that. */
  readonly note: (db: Db, values: Progress) => Promise<void>;
  /** Tells it to its user; after the commit. */
  readonly tell: (values: Progress) => void;
  readonly keepPasswords: (passwords: readonly ImportedPassword[]) => void;
  /** The import is to stop. */
  readonly signal: AbortSignal;
}

/** Does the work of one import, or of a check. What it refuses is told to its user. */
type RunSheetImport = (progress: ImportProgress) => Promise<void>;

declare module "../call.ts" {
  interface Services {
    /** Imports sheets, even after their clients have disconnected. */
    readonly sheetImports: SheetImportService;
  }
}

/** Works on imports from sheets and on checks of them one after the other, whether or not their users are still there. */
export interface SheetImportService {
  /** Queues one; call it after the commit of its row. A check takes the place of the person's earlier one. */
  readonly start: (job: SheetImportRecord, run: RunSheetImport) => void;
  readonly hasPasswords: (id: string) => boolean;
  /** The passwords of an import; null if there are none any more. */
  readonly getPasswords: (id: string) => readonly ImportedPassword[] | null;
  readonly forgetPasswords: (id: string) => void;
  /** At server start: ends what a stopped server left. */
  readonly recover: () => Promise<void>;
  /** Interrupts all and waits until that is stored. */
  readonly stop: () => Promise<void>;
}

interface QueuedImport {
  readonly job: SheetImportRecord;
  readonly run: RunSheetImport;
  readonly abort: AbortController;
}

/** The states of one that waits or runs. */
const activeStates = ["waiting", "checking", "running", "undoing"] as const;
const stoppedError = new RefusalError("服务重启，请重新导入");
/** What has been stored of an import that its process left stays, where it need not be all or none. */
const toStoppedReason = ({ mode, created }: Pick<SheetImportRecord, "mode" | "created">): string =>
  mode === "valid" && created > 0
    ? `服务重启，已导入 ${formatCount(created)} 行，请只重新导入其余的行`
    : stoppedError.message;
const undoStoppedReason = "撤销没有完成，可以再次撤销";
const supersededError = new RefusalError("已改为检查另一个文件");

/** An import as its user sees it. */
export const toSheetImport = (
  { address, reqId, createdAt, endedAt, ...job }: SheetImportRecord,
  { hasPasswords }: Pick<SheetImportService, "hasPasswords">,
  now: Date,
): SheetImport => ({
  ...job,
  hasPasswords: job.created > job.undone && hasPasswords(job.id),
  canUndo:
    job.mode !== null &&
    endedAt !== null &&
    job.status !== "undoing" &&
    job.created > job.undone &&
    now.getTime() - endedAt.getTime() < importUndoMs,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** What its user is told of an import that is over. */
function toNotice({
  id,
  staffId,
  kind,
  fileName,
  status,
  created,
  faulty,
  failReason,
}: SheetImportRecord): Notice {
  if (status !== "done")
    return { kind: "importFailed", staffId, recordId: id, text: `${fileName}：${failReason}` };
  const left = faulty > 0 ? `，${formatCount(faulty)} 行没有导入` : "";
  const text = `${fileName}：已导入 ${formatCount(created)} 行${importKind.label(kind)}${left}`;
  return { kind: "importReady", staffId, recordId: id, text };
}

const formatCount = (count: number) => count.toLocaleString("zh-CN");

/** @param takeBack takes back what an import of all rows or none has created so far */
export function createSheetImportService(
  { db, bus, clock, newId, settings, onError }: Platform,
  takeBack: (job: SheetImportRecord) => Promise<void>,
): SheetImportService {
  /** The first is running. */
  const queue: QueuedImport[] = [];
  const passwords = new Map<string, ImportedPassword[]>();
  const timers = new Map<string, NodeJS.Timeout>();
  const stopped = new AbortController();
  let working: Promise<void> = Promise.resolve();

  const hasPasswords = (id: string) => passwords.has(id);
  const publish = (job: SheetImportRecord) =>
    bus.publish("staff.frame", {
      staffId: job.staffId,
      type: socketTypes.sheetImportProgress,
      data: toSheetImport(job, { hasPasswords }, clock()),
    });
  const isActive = (id: string) =>
    and(eq(sheetImports.id, id), inArray(sheetImports.status, [...activeStates]));

  function forget(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    passwords.delete(id);
  }

  function keepPasswords(id: string, added: readonly ImportedPassword[]): void {
    if (added.length === 0) return;
    if (!passwords.has(id)) timers.set(id, setTimeout(() => forget(id), importUndoMs).unref());
    passwords.set(id, [...(passwords.get(id) ?? []), ...added]);
  }

  function createProgress({ job, abort: { signal } }: QueuedImport): ImportProgress {
    let current = job;
    return {
      note: async (tx, values) => {
        const written = await tx
          .update(sheetImports)
          .set(values)
          .where(isActive(job.id))
          .returning({ id: sheetImports.id });
        if (written.length === 0) throw new Error(`Import ${job.id} is over`);
      },
      tell: (values) => {
        current = { ...current, ...values };
        publish(current);
      },
      keepPasswords: (added) => keepPasswords(job.id, added),
      signal,
    };
  }

  /** Retries, as the import would otherwise be shown as running for ever. One that was taken back ended before. */
  async function end({ id, endedAt }: SheetImportRecord, values: Partial<SheetImportRecord>): Promise<void> {
    const write = () =>
      db.transaction(async (tx) => {
        const [job] = await tx
          .update(sheetImports)
          .set({ ...values, endedAt: endedAt ?? clock() })
          .where(isActive(id))
          .returning();
        if (!job || job.mode === null || endedAt !== null) return { job, told: [] };
        const context = { db: tx, newId, now: clock(), channels: getChannels(settings) };
        return { job, told: await storeNotices(context, [toNotice(job)]) };
      });
    const { job, told } = await retryWhileUnavailable(write, stopped.signal);
    if (job) publish(job);
    if (told.length > 0) bus.publish("notifications.changed", { staffIds: told });
  }

  async function fail({ job, abort: { signal } }: QueuedImport, error: unknown): Promise<void> {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (!(reason instanceof RefusalError)) onError(reason, "import");
    if (job.status === "undoing") {
      const failReason =
        reason instanceof RefusalError && !signal.aborted ? reason.message : undoStoppedReason;
      return end(job, { status: "done", failReason });
    }
    if (job.mode === "all") await takeBack(job);
    if (job.mode !== "valid") forget(job.id);
    if (reason === stoppedError) return interrupt(job.id);
    const status = signal.aborted ? ("interrupted" as const) : ("failed" as const);
    await end(job, { status, failReason: toFailReason(reason) });
  }

  /** Ends an import by what is stored of it. */
  async function interrupt(id: string): Promise<void> {
    const read = () => db.select().from(sheetImports).where(isActive(id));
    const [job] = await retryWhileUnavailable(read, stopped.signal);
    if (job) await end(job, { status: "interrupted", failReason: toStoppedReason(job) });
  }

  async function work(): Promise<void> {
    for (let [next] = queue; next; [next] = queue) {
      const { job, run, abort } = next;
      try {
        abort.signal.throwIfAborted();
        await run(createProgress(next));
        await end(job, { status: "done" });
      } catch (error) {
        await fail(next, error).catch((failure: unknown) => onError(failure, "import"));
      }
      queue.shift();
    }
  }

  return {
    start: (job, run) => {
      for (const earlier of queue)
        if (job.mode === null && earlier.job.mode === null && earlier.job.staffId === job.staffId)
          earlier.abort.abort(supersededError);
      const abort = new AbortController();
      if (stopped.signal.aborted) abort.abort(stoppedError);
      queue.push({ job, run, abort });
      publish(job);
      if (queue.length === 1) working = work();
    },
    hasPasswords,
    getPasswords: (id) => passwords.get(id) ?? null,
    forgetPasswords: forget,
    recover: async () => {
      const left = await db
        .select()
        .from(sheetImports)
        .where(inArray(sheetImports.status, [...activeStates]));
      for (const job of left) {
        if (job.status === "undoing") {
          await end(job, { status: "done", failReason: undoStoppedReason });
          continue;
        }
        if (job.mode === "all") await takeBack(job);
        await interrupt(job.id);
      }
    },
    stop: async () => {
      for (const { abort } of queue) abort.abort(stoppedError);
      stopped.abort();
      await working;
      for (const id of passwords.keys()) forget(id);
    },
  };
}
