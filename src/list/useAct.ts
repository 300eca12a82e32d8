import { useState } from "react";
import { CallError } from "../../adapters/http/callError.ts";

export interface Act {
  readonly busy: boolean;
  /** What went wrong the last time, in words. */
  readonly fault: string | null;
  /** The result, or null where it failed; a second start while one runs does nothing. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
}

/** One step of a dialog of a page's own: locked while it runs, its failure said beside it. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    busy,
    fault,
    run: async (work) => {
      if (busy) return null;
      setBusy(true);
      setFault(null);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setFault(error.message || "未能完成，请稍后重试");
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
