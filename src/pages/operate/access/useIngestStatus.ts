import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import { ingestStatusCalls } from "../../../../adapters/contract/ingestStatus.ts";
import { type Polled, usePolled } from "../../../list/usePolled.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";

export type IngestStatusData = EndpointData<typeof ingestStatusCalls.ingestStatus>;

const pollIntervalMs = 2_000;

/** Polls what a company's drone sends, while the page is visible. A null company polls nothing. */
export function useIngestStatus(
  companyId: string | null,
  sn: string | null,
): Polled<IngestStatusData> | null {
  const { client } = usePageApi();
  const read = (signal: AbortSignal) => {
    const query = { ...(companyId === null ? {} : { companyId }), ...(sn === null ? {} : { sn }) };
    return client.call(ingestStatusCalls.ingestStatus, { query }, { signal, quiet: true });
  };
  return usePolled(companyId === null ? null : `${companyId} ${sn}`, read, pollIntervalMs);
}
