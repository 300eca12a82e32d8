import { assign, fromCallback, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** What is needed of an import. */
export interface ImportLike {
  readonly id: string;
  /** Null until it is over. */
  readonly endedAt: string | null;
  /** Null unless it waits for its user to save it. */
  readonly preview: unknown;
}

/** How far an import is, as far as somebody is told of it. */
const getStage = ({ endedAt, preview }: ImportLike): "pending" | "undecided" | "over" =>
  endedAt !== null ? "over" : preview === null ? "pending" : "undecided";

/** Port of the imports of one kind. */
export interface ImportJobsPort<Job> {
  /** The imports that are not over, then the latest; each the newest first. */
  readonly load: (signal: AbortSignal) => Promise<readonly Job[]>;
  /** Reports imports whose state changed, and reconnects after an outage; returns an unsubscribe function. Must not throw. */
  readonly watch: (
    report: (event: Extract<ImportJobsEvent<Job>, { type: "job.change" | "socket.restore" }>) => void,
  ) => () => void;
  /** Tells of an import that ended, or came to wait for its user, while the dialog was closed. Must not throw. */
  readonly tell: (job: Job) => void;
}

export type ImportJobsEvent<Job> =
  | { type: "dialog.open" }
  | { type: "dialog.close" }
  /** The server has the file and imports it. */
  | { type: "upload.accept" }
  /** Another file. */
  | { type: "upload.again" }
  | { type: "job.change"; job: Job }
  | { type: "socket.restore" }
  | { type: "jobs.retry" };

export interface ImportJobsContext<Job> {
  /** What the dialog shows. */
  readonly shown: "nothing" | "form" | "jobs";
  /** In the order of the answer; null before the first one. */
  readonly jobs: readonly Job[] | null;
  /** What was reported since the list was asked for; the answer may be older. */
  readonly reported: readonly Job[];
  readonly error: ErrorInfo | null;
}

/** The import in place of what was known of it, or as the newest. */
function withJob<Job extends ImportLike>(jobs: readonly Job[] | null, job: Job): readonly Job[] {
  const known = jobs ?? [];
  return known.some(({ id }) => id === job.id)
    ? known.map((one) => (one.id === job.id ? job : one))
    : [job, ...known];
}

/** The list with what was reported, the newest first. */
const withJobs = <Job extends ImportLike>(jobs: readonly Job[], reported: readonly Job[]): readonly Job[] =>
  reported.reduceRight<readonly Job[]>(withJob, jobs);

/** Imports of files of one kind: the dialog that uploads one, and what becomes of them, also while it is closed. */
export const importJobsMachine = <Job extends ImportLike>(port: ImportJobsPort<Job>) =>
  setup({
    types: {} as {
      context: ImportJobsContext<Job>;
      events: ImportJobsEvent<Job>;
      tags: "busy" | "failed";
    },
    actors: {
      watch: fromCallback(({ sendBack }) => port.watch(sendBack)),
      load: fromPromise<readonly Job[]>(({ signal }) => port.load(signal)),
    },
    actions: {
      show: assign((_, shown: ImportJobsContext<Job>["shown"]) => ({ shown })),
      tellNews: ({ context: { shown, jobs } }, received: readonly Job[]) => {
        if (shown !== "nothing") return;
        for (const job of received) {
          const known = jobs?.find(({ id }) => id === job.id);
          const isNew = known && getStage(known) !== "over" && getStage(known) !== getStage(job);
          if (isNew && getStage(job) !== "pending") port.tell(job);
        }
      },
      setJobs: assign((_, jobs: readonly Job[]) => ({ jobs, error: null })),
      setReported: assign((_, reported: readonly Job[]) => ({ reported })),
      setJob: assign(({ context }, { job }: { job: Job }) => ({ jobs: withJob(context.jobs, job) })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
    },
  }).createMachine({
    id: "importJobs",
    context: { shown: "nothing", jobs: null, reported: [], error: null },
    invoke: { id: "watch", src: "watch" },
    initial: "loading",
    on: {
      "dialog.open": { target: ".loading", actions: { type: "show", params: "form" } },
      "dialog.close": { actions: { type: "show", params: "nothing" } },
      "upload.accept": { target: ".loading", actions: { type: "show", params: "jobs" } },
      "upload.again": { actions: { type: "show", params: "form" } },
      // A list that could not be read may lack more.
      "job.change": ".loading",
      "socket.restore": ".loading",
      // What is shown may be old: a decision on it was refused.
      "jobs.retry": ".loading",
    },
    states: {
      loading: {
        tags: "busy",
        entry: { type: "setReported", params: [] },
        invoke: {
          id: "load",
          src: "load",
          onDone: {
            target: "ready",
            actions: [
              { type: "tellNews", params: ({ context, event }) => withJobs(event.output, context.reported) },
              { type: "setJobs", params: ({ context, event }) => withJobs(event.output, context.reported) },
            ],
          },
          onError: {
            target: "failed",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
        on: {
          // Asking again would never end: a busy import reports more often than the list is answered.
          "job.change": {
            actions: {
              type: "setReported",
              params: ({ context, event }) => withJob(context.reported, event.job),
            },
          },
        },
      },
      ready: {
        on: {
          "job.change": {
            actions: [
              { type: "tellNews", params: ({ event }) => [event.job] },
              { type: "setJob", params: ({ event }) => event },
            ],
          },
        },
      },
      failed: { tags: "failed" },
    },
  });
