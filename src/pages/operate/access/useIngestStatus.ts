import { useEffect, useState } from "react";
import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import { ingestStatusCalls } from "../../../../adapters/contract/ingestStatus.ts";
import { toCallError } from "../../../list/toCallError.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";

export type IngestStatusData = EndpointData<typeof ingestStatusCalls.ingestStatus>;

interface IngestStatusState {
  readonly key: string;
  /** The last answer; null before the first. */
  readonly status: IngestStatusData | null;
  /** Whether the last poll failed. */
  readonly isFailed: boolean;
}

const pollIntervalMs = 2_000;

/** Polls what a company's drone sends, while the page is visible. A null company polls nothing. */
export function useIngestStatus(companyId: string | null, sn: string | null): IngestStatusState | null {
  const { client } = usePageApi();
  const [state, setState] = useState<IngestStatusState | null>(null);
  const key = `${companyId} ${sn}`;
  useEffect(() => {
    if (companyId === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = (next: (previous: IngestStatusData | null) => Omit<IngestStatusState, "key">) => {
      if (controller.signal.aborted) return;
      setState((previous) => ({
        key,
        ...next(previous?.key === key ? previous.status : null),
      }));
    };
    const poll = async () => {
      try {
        const options = { signal: controller.signal, quiet: true };
        const query = { companyId, ...(sn === null ? {} : { sn }) };
        const status = await client.call(ingestStatusCalls.ingestStatus, { query }, options);
        store(() => ({ status, isFailed: false }));
      } catch (error) {
        toCallError(error);
        store((status) => ({ status, isFailed: true }));
      }
      // The next poll waits for this answer: a slow server is not asked twice.
      if (!controller.signal.aborted) timer = setTimeout(() => void poll(), pollIntervalMs);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client, companyId, sn, key]);
  return state?.key === key ? state : null;
}
