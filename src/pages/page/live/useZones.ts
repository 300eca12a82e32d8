import { useEffect, useState } from "react";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { type ZoneRow, zoneCalls } from "../../../../adapters/contract/zone.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { isTransient } from "../../../../machines/errorInfo.ts";
import type { PageApi } from "../../../pageApi/usePageApi.ts";

const pageSize = 200;
const retryMs = 10_000;

/**
 * Every active zone; read again when the socket tells of a change, and where the server was away. A failed reading keeps
 * what was there.
 */
export function useZones({ client, socket }: Pick<PageApi, "client" | "socket">): readonly ZoneRow[] {
  const [zones, setZones] = useState<readonly ZoneRow[]>([]);
  // Anew for each reading; only of its own retries nothing more is said.
  const [request, setRequest] = useState({ isRetry: false });
  useEffect(
    () =>
      socket.onFrame(({ type }) => {
        if (type === socketTypes.zone) setRequest({ isRetry: false });
      }),
    [socket],
  );
  useEffect(() => {
    const controller = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const fetchZones = async () => {
      const all: ZoneRow[] = [];
      for (let pageNo = 1; ; pageNo++) {
        const body = { pageNo, pageSize, status: "active" as const };
        const page = await client.call(
          zoneCalls.controlZoneListPage,
          { body },
          { signal: controller.signal, quiet: request.isRetry },
        );
        all.push(...page.list);
        if (all.length >= page.total || page.list.length === 0) break;
      }
      setZones(all);
    };
    fetchZones().catch((error: unknown) => {
      // Said by the console already.
      if (!(error instanceof CallError)) throw error;
      if (isTransient(error) && !controller.signal.aborted)
        retry = setTimeout(() => setRequest({ isRetry: true }), Math.max(retryMs, error.retryAfterMs ?? 0));
    });
    return () => {
      controller.abort();
      clearTimeout(retry);
    };
  }, [client, request]);
  return zones;
}
