import { type ImportJob, importJob } from "../../../adapters/contract/flightFile.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";

/** The states that imports are told in, from now on. */
export function followImports({ platform }: Pick<TestPlatform, "platform">) {
  const told: ImportJob[] = [];
  const waiting = new Set<() => void>();
  platform.bus.subscribe("staff.frame", ({ data }) => {
    told.push(importJob.parse(data));
    for (const wake of waiting) wake();
  });
  const getStates = (id: string) => told.filter((job) => job.id === id);
  return {
    getStates,
    /** Waits for the end of an import. */
    waitForEnd: async (id: string): Promise<ImportJob> => {
      for (;;) {
        const ended = getStates(id).find(({ endedAt }) => endedAt !== null);
        if (ended) return ended;
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
  };
}
