import { useEffect, useState } from "react";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { type ZoneRow, zoneCalls } from "../../../../adapters/contract/zone.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { isTemporary } from "../../../../machines/fault.ts";
import type { Console } from "../../../console/useConsole.ts";

const pageSize = 200;
const retryMs = 10_000;

/**
 * Every active zone; read again when the socket tells of a change, and where the server was away. A failed reading keeps
 * what was there.
 */
export function useZones({ client, socket }: Pick<Console, "client" | "socket">): readonly ZoneRow[] {
  const [zones, setZones] = useState<readonly ZoneRow[]>([]);
  // Anew for each reading; only of its own retries nothing more is said.
  const [reading, setReading] = useState({ isRetry: false });
  useEffect(
    () =>
      socket.onFrame(({ type }) => {
        if (type === socketTypes.zone) setReading({ isRetry: false });
      }),
    [socket],
  );
  useEffect(() => {
    const stop = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const all: ZoneRow[] = [];
      for (let pageNo = 1; ; pageNo++) {
        const body = { pageNo, pageSize, status: "active" as const };
        const page = await client.call(
          zoneCalls.controlZoneListPage,
          { body },
          { signal: stop.signal, quiet: reading.isRetry },
        );
        all.push(...page.list);
        if (all.length >= page.total || page.list.length === 0) break;
      }
      setZones(all);
    };
    read().catch((fault: unknown) => {
      // Said by the console already.
      if (!(fault instanceof CallError)) throw fault;
      if (isTemporary(fault) && !stop.signal.aborted)
        retry = setTimeout(() => setReading({ isRetry: true }), Math.max(retryMs, fault.retryAfterMs ?? 0));
    });
    return () => {
      stop.abort();
      clearTimeout(retry);
    };
  }, [client, reading]);
  return zones;
}
