import { useEffect, useState } from "react";
import { socketTypes } from "../../../../adapters/contract/socket.ts";
import { type ZoneRow, zoneCalls } from "../../../../adapters/contract/zone.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import type { Console } from "../../../console/useConsole.ts";

const pageSize = 200;

/** Every active zone; read again when the socket tells of a change. A failed reading keeps what was there. */
export function useZones({ client, socket }: Pick<Console, "client" | "socket">): readonly ZoneRow[] {
  const [zones, setZones] = useState<readonly ZoneRow[]>([]);
  const [turn, setTurn] = useState(0);
  useEffect(
    () =>
      socket.onFrame(({ type }) => {
        if (type === socketTypes.zone) setTurn((before) => before + 1);
      }),
    [socket],
  );
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const all: ZoneRow[] = [];
      for (let pageNo = 1; ; pageNo++) {
        const body = { pageNo, pageSize, status: "active" as const };
        const page = await client.call(zoneCalls.controlZoneListPage, { body }, { signal: stop.signal });
        all.push(...page.list);
        if (all.length >= page.total || page.list.length === 0) break;
      }
      setZones(all);
    };
    read().catch((fault: unknown) => {
      // Said by the console already.
      if (!(fault instanceof CallError)) throw fault;
    });
    return () => stop.abort();
  }, [client, turn]);
  return zones;
}
