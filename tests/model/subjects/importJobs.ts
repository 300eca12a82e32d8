import {
  type ImportJobsContext,
  type ImportLike,
  importJobsMachine,
} from "../../../machines/importJobs.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { importJobsExpectation } from "../expect/importJobs.ts";

const createJob = (id: string, isOver = false, preview: object | null = null): ImportLike => ({
  id,
  endedAt: isOver ? "2026-11-25T08:00:00.000Z" : null,
  preview,
});
const formatJob = ({ id, endedAt, preview }: ImportLike) => {
  if (endedAt !== null) return `${id} over`;
  return preview === null ? id : `${id} undecided`;
};

/** The imports a and b, with pending calls. */
export const importJobsSubject = defineSubject({
  name: "importJobs",
  expectation: importJobsExpectation,
  build: (environment) => ({
    machine: importJobsMachine<ImportLike>({
      load: (signal) => environment.call("load", "loads", signal),
      watch: () => {
        environment.recordEffect("watches");
        return () => undefined;
      },
      tell: (job) => environment.recordEffect(`tells ${formatJob(job)}`),
    }),
  }),
  observe: ({ shown, jobs, reported, error }: ImportJobsContext<ImportLike>) => ({
    shown,
    jobs: jobs?.map(formatJob) ?? null,
    reported: reported.map(formatJob),
    error: error && `${error.kind} ${error.message}`,
  }),
  stimuli: [
    { label: "open", event: { type: "dialog.open" } },
    { label: "close", event: { type: "dialog.close" } },
    { label: "a file is accepted", event: { type: "upload.accept" } },
    { label: "another file", event: { type: "upload.again" } },
    { label: "a goes on", event: { type: "job.change", job: createJob("a") } },
    { label: "a is over", event: { type: "job.change", job: createJob("a", true) } },
    { label: "a is undecided", event: { type: "job.change", job: createJob("a", false, {}) } },
    { label: "b waits", event: { type: "job.change", job: createJob("b") } },
    { label: "the connection is back", event: { type: "socket.restore" } },
    { label: "retry", event: { type: "jobs.retry" } },
    { label: "a comes", event: { type: "xstate.done.actor.load", output: [createJob("a")] } },
    {
      label: "b, and a that is over, come",
      event: { type: "xstate.done.actor.load", output: [createJob("b"), createJob("a", true)] },
    },
    {
      label: "the load fails",
      event: { type: "xstate.error.actor.load", error: { kind: "server", message: "内部错误" } },
    },
  ],
});
