import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import { type ChangeCause, recordsChangedData, socketTypes } from "../../adapters/contract/socket.ts";
import { onEachReconnect } from "./onReconnect.ts";
import type { PageSocket } from "./pageSocket.ts";

type Socket = Pick<PageSocket, "getStatus" | "subscribe" | "onFrame">;

interface Change extends ChangeCause {
  readonly kind: string;
  readonly ids: readonly string[] | null;
}

/** Calls back with the changes of each message; with null after each outage, as it is unknown what has changed. */
function onChanges(socket: Socket, callback: (changes: readonly Change[] | null) => void): () => void {
  const unsubscribe = socket.onFrame(({ type, data }) => {
    if (type !== socketTypes.recordsChanged) return;
    const parsed = recordsChangedData.safeParse(data);
    if (parsed.success) callback(parsed.data.changes);
  });
  const stopWaiting = onEachReconnect(socket, () => callback(null));
  return () => {
    unsubscribe();
    stopWaiting();
  };
}

/**
 * Calls back with the ids of changed records of these kinds and with what each was changed by; with null if it is
 * unknown which were changed, as after each outage of the connection. Returns an unsubscribe function.
 */
export const onRecordsChanged = (
  socket: Socket,
  kinds: readonly AuditEntity[],
  callback: (ids: readonly string[] | null, causes: Readonly<Record<string, ChangeCause>>) => void,
): (() => void) =>
  onChanges(socket, (changes) => {
    if (changes === null) return callback(null, {});
    const known: readonly string[] = kinds;
    const shown = changes.filter(({ kind }) => known.includes(kind));
    if (shown.length === 0) return;
    const isComplete = shown.every(({ ids }) => ids !== null);
    callback(isComplete ? shown.flatMap(({ ids }) => ids ?? []) : null, toCauses(shown));
  });

/**
 * Calls back when the record was changed, whatever its kind; without a cause after an outage, as it may have been.
 * Returns an unsubscribe function.
 * @param getId the record of that moment
 */
export const onRecordChanged = (
  socket: Socket,
  getId: () => string,
  callback: (cause: ChangeCause | null) => void,
): (() => void) =>
  onChanges(socket, (changes) => {
    const cause = changes && toCauses(changes)[getId()];
    if (cause !== undefined) callback(cause);
  });

/** What each record was changed by; of several changes the one whose call is known. */
const toCauses = (changes: readonly Change[]): Readonly<Record<string, ChangeCause>> =>
  Object.fromEntries(
    changes
      .toSorted((a, b) => Number(a.act !== undefined) - Number(b.act !== undefined))
      .flatMap(({ ids, kind: _, ...cause }) => (ids ?? []).map((id) => [id, cause])),
  );
