import { useEffect, useState } from "react";
import { dutyCalls } from "../../../../../adapters/contract/duty.ts";
import type { EndpointData } from "../../../../../adapters/contract/endpoint.ts";
import { CallError } from "../../../../../adapters/http/callError.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";

export type Duty = EndpointData<typeof dutyCalls.dutyCurrent>;

const intervalMs = 15_000;

/** Who is on duty, read again every 15 s and by `reload`; null until it is known. */
export function useDuty(): { readonly duty: Duty | null; readonly reload: () => void } {
  const { client } = usePageApi();
  const [duty, setDuty] = useState<Duty | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const load = () =>
      client.call(dutyCalls.dutyCurrent, {}, { signal: controller.signal, quiet: true }).then(
        setDuty,
        // The page says itself that the connection is down.
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
        },
      );
    void load();
    const timer = setInterval(() => void load(), intervalMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client, round]);
  return { duty, reload: () => setRound((count) => count + 1) };
}
