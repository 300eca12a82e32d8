import { CallError } from "../../../../adapters/http/callError.ts";
import type { CallOptions } from "../../../../adapters/http/client.ts";
import { fetchWithProgress } from "../../../../adapters/http/fetchWithProgress.ts";
import { createEmitter } from "../../../pageApi/createEmitter.ts";

/** A recording on its way to the server. */
export interface RecordingUpload {
  /** How much has been sent, from 0 to 1; null while nothing is. At 1 the server takes it. */
  readonly getShare: () => number | null;
  /** Calls the listener after each change; returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends nothing more: the server keeps nothing of it. */
  readonly cancel: () => void;
  /** Runs a call that sends it. */
  readonly run: <T>(
    signal: AbortSignal,
    send: (options: Required<Pick<CallOptions, "signal" | "fetch">>) => Promise<T>,
  ) => Promise<T>;
}

/** The upload of one dialog. */
export function createRecordingUpload(): RecordingUpload {
  const changes = createEmitter();
  let share: number | null = null;
  let control = new AbortController();
  const setShare = (next: number | null) => {
    share = next;
    changes.emit();
  };
  return {
    getShare: () => share,
    subscribe: changes.subscribe,
    cancel: () => {
      // What has arrived as a whole may be queued already.
      if (share !== null && share < 1) control.abort();
    },
    run: async (signal, send) => {
      control = new AbortController();
      const { signal: cancelSignal } = control;
      setShare(0);
      try {
        return await send({
          signal: AbortSignal.any([signal, cancelSignal]),
          fetch: (url, init) => fetchWithProgress(url, init, setShare),
        });
      } catch (error) {
        if (!cancelSignal.aborted || !(error instanceof CallError)) throw error;
        throw new CallError("refused", error.call, { message: "上传已取消，没有导入任何内容" });
      } finally {
        setShare(null);
      }
    },
  };
}
