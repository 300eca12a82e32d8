import type { ActorRefFrom } from "xstate";
import { type ImportLike, importJobsMachine } from "../../../machines/importJobs.machine.ts";
import type { IncomingFrame } from "../../../machines/socketPort.ts";
import { onEachReconnect } from "../../pageApi/onReconnect.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import { normalizeErrors } from "../toCallError.ts";

export type ImportJobsActor<Job> = ActorRefFrom<ReturnType<typeof importJobsMachine<Job & ImportLike>>>;

interface ImportSource<Job> {
  readonly load: (signal: AbortSignal) => Promise<{ readonly list: readonly Job[] }>;
  /** The import that a message of the socket tells of; null for any other message. */
  readonly parseFrame: (frame: IncomingFrame) => Job | null;
  /** Tells its user of an import that ended, or waits for a decision, while the dialog was closed. */
  readonly tell: (job: Job) => void;
}

/** The machine of imports that are read from `source` and followed over the page's socket. */
export const followImports = <Job extends ImportLike & { readonly staffId: string }>(
  { socket, user }: Pick<PageApi, "socket" | "user">,
  { load, parseFrame, tell }: ImportSource<Job>,
) =>
  importJobsMachine<Job>({
    load: async (signal) => (await normalizeErrors(load(signal))).list,
    watch: (report) => {
      const unsubscribe = socket.onFrame((frame) => {
        const job = parseFrame(frame);
        if (job) report({ type: "job.change", job });
      });
      const stopWaiting = onEachReconnect(socket, () => report({ type: "socket.restore" }));
      return () => {
        unsubscribe();
        stopWaiting();
      };
    },
    tell: (job) => {
      // Admins see those of others too.
      if (job.staffId === user.id) tell(job);
    },
  });
