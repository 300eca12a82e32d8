import type { AuditEntity } from "../../adapters/contract/endpoint.ts";
import { recordsChangedData, socketTypes } from "../../adapters/contract/socket.ts";
import { onEachReconnect } from "./onReconnect.ts";
import type { PageSocket } from "./pageSocket.ts";

/**
 * Calls back with the ids of changed records of these kinds; with null if it is unknown which were changed, as after
 * each outage of the connection. Returns an unsubscribe function.
 */
export function onRecordsChanged(
  socket: Pick<PageSocket, "getStatus" | "subscribe" | "onFrame">,
  kinds: readonly AuditEntity[],
  callback: (ids: readonly string[] | null) => void,
): () => void {
  const unsubscribe = socket.onFrame(({ type, data }) => {
    if (type !== socketTypes.recordsChanged) return;
    const parsed = recordsChangedData.safeParse(data);
    const known: readonly string[] = kinds;
    const changes = parsed.data?.changes.filter(({ kind }) => known.includes(kind)) ?? [];
    if (changes.length === 0) return;
    const isComplete = changes.every(({ ids }) => ids !== null);
    callback(isComplete ? changes.flatMap(({ ids }) => ids ?? []) : null);
  });
  const stopWaiting = onEachReconnect(socket, () => callback(null));
  return () => {
    unsubscribe();
    stopWaiting();
  };
}
