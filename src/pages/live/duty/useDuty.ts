import { useEffect, useState } from "react";
import { dutyCalls } from "../../../../adapters/contract/duty.ts";
import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { onRecordsChanged } from "../../../pageApi/onRecordsChanged.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";

export type Duty = EndpointData<typeof dutyCalls.dutyCurrent>;

const intervalMs = 15_000;

export interface DutyState {
  /** Null until it is known. */
  readonly duty: Duty | null;
  /** Whether the last reading failed. */
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

/** Who is on duty, read again when that changes, every 15 s and by `reload`. */
export function useDuty(): DutyState {
  const { client, socket } = usePageApi();
  const [duty, setDuty] = useState<Duty | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const load = () =>
      client.call(dutyCalls.dutyCurrent, {}, { signal: controller.signal, quiet: true }).then(
        (read) => {
          setDuty(read);
          setHasFailed(false);
        },
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          setHasFailed(!controller.signal.aborted);
        },
      );
    void load();
    const timer = setInterval(() => void load(), intervalMs);
    const unsubscribe = onRecordsChanged(socket, ["duty"], () => void load());
    return () => {
      controller.abort();
      clearInterval(timer);
      unsubscribe();
    };
  }, [client, socket, round]);
  return { duty, hasFailed, reload: () => setRound((count) => count + 1) };
}
