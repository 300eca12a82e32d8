import type * as z from "zod/mini";
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { type ChangedRights, mayCall } from "../../adapters/contract/mayCall.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import { type recordsChangedData, socketTypes } from "../../adapters/contract/socket.ts";
import type { Author, Bus, BusMessages } from "../bus/bus.ts";
import type { RecordScope } from "../scope/recordScope.ts";

/** A console that is told of changes. */
export interface ChangeListener {
  readonly staffId: string;
  readonly roles: readonly Role[];
  readonly changedRights: ChangedRights | undefined;
  readonly scope: RecordScope;
  readonly send: (type: number, data: unknown) => void;
}

/** With more ids of one kind, a message only says that there are changes. */
const maxIds = 200;

/** The lists of these records. */
const getLists = (kind: AuditEntity): readonly Endpoint[] =>
  Object.values<Endpoint>(contract).filter(({ shows }) => shows?.includes(kind));

type Change = BusMessages["records.changed"];

/** Changes by kind of record and cause; ids null: too many, or unknown. */
type Changes = Map<string, Change>;

function addChange(changes: Changes, { kind, ids, by, act }: Change): void {
  const key = JSON.stringify([kind, by?.id, act]);
  const known = changes.get(key);
  if (known?.ids === null) return;
  const all = ids && [...new Set([...(known?.ids ?? []), ...ids])];
  changes.set(key, { kind, ids: all && all.length <= maxIds ? all : null, by, ...(act && { act }) });
}

/** The ids of these that are of records outside of a scope. */
type FindHidden = (scope: RecordScope, ids: readonly string[]) => Promise<ReadonlySet<string>>;
type ToldChange = z.output<typeof recordsChangedData>["changes"][number];

/** Leaves out what the scope does not have. If that cannot be found out, no ids are told. */
async function narrowChanges(
  changes: readonly ToldChange[],
  scope: RecordScope,
  findHidden: FindHidden,
): Promise<ToldChange[]> {
  const ids = new Set(changes.flatMap((change) => change.ids ?? []));
  const hidden = await findHidden(scope, [...ids]).catch(() => ids);
  return changes.flatMap((change) => {
    const left = change.ids && change.ids.filter((id) => !hidden.has(id));
    return left?.length === 0 ? [] : { ...change, ids: left };
  });
}

/**
 * Tells consoles which records were changed: only those that may list such records, and without contents. All
 * first changes of one call are passed on before its answer, so that the list that made them does not take them for
 * somebody else's; later ones are collected for `collectMs`. Returns a function that ends it.
 */
export function relayChanges(
  bus: Pick<Bus, "subscribe">,
  getListeners: () => Iterable<ChangeListener>,
  collectMs: number,
  findHidden: FindHidden,
): () => void {
  const listsByKind = new Map<AuditEntity, readonly Endpoint[]>();
  const mayRead = (listener: ChangeListener, kind: AuditEntity) => {
    const lists = listsByKind.get(kind) ?? getLists(kind);
    listsByKind.set(kind, lists);
    return lists.some((list) => mayCall(listener, list));
  };
  const none: Changes = new Map();
  let shared: Changes = new Map();
  let personal = new Map<string, Changes>();
  let notified = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    const [changes, ownChanges, staffIds] = [shared, personal, notified];
    shared = new Map();
    personal = new Map();
    notified = new Set();
    for (const listener of getListeners()) {
      const { staffId, roles, scope, send } = listener;
      const tell = (changes: readonly ToldChange[]) => {
        const data = { changes: [...changes] } satisfies z.output<typeof recordsChangedData>;
        if (changes.length > 0) send(socketTypes.recordsChanged, data);
      };
      // Admins see everybody's.
      const owners = roles.includes("admin") ? [...ownChanges.values()] : [ownChanges.get(staffId) ?? none];
      const visible = [changes, ...owners].flatMap((some) => [...some.values()]);
      // Who did what is said by the audit trail, to those who may read it.
      const knowsAuthors = mayRead(listener, "auditTrail");
      const toName = ({ id, name }: Author) => (knowsAuthors || id === staffId ? name : null);
      const toTold = ({ kind, ids, by, act }: Change): ToldChange => ({
        kind,
        ids: ids && [...ids],
        ...(by && { by: toName(by) }),
        ...(act && { act }),
      });
      // What one did oneself is told before its answer, and needs no look into the database.
      const isTold = ({ by }: Change) => scope.by === "all" || by?.id === staffId;
      const readable = visible.filter(({ kind }) => mayRead(listener, kind));
      const others = readable.filter((change) => !isTold(change));
      tell(readable.filter(isTold).map(toTold));
      if (others.length > 0) void narrowChanges(others.map(toTold), scope, findHidden).then(tell);
      if (staffIds.has(staffId)) send(socketTypes.notifications, null);
    }
  }
  function schedule(): void {
    if (timer) return;
    // Not at once: a call tells of several kinds. Its answer waits for this turn of the event loop, see `runCall`.
    setImmediate(flush);
    timer = setTimeout(() => {
      timer = null;
      if (shared.size > 0 || personal.size > 0 || notified.size > 0) schedule();
    }, collectMs);
  }
  const unsubscribe = [
    bus.subscribe("records.changed", (change) => {
      const { staffId } = change;
      if (staffId === undefined) addChange(shared, change);
      else {
        const own: Changes = personal.get(staffId) ?? new Map();
        personal.set(staffId, own);
        addChange(own, change);
      }
      schedule();
    }),
    bus.subscribe("alarm.changed", ({ alarms }) => {
      if (alarms.length === 0) return;
      addChange(shared, { kind: "alarm", ids: alarms.map(({ id }) => id) });
      schedule();
    }),
    bus.subscribe("notifications.changed", ({ staffIds }) => {
      for (const staffId of staffIds) notified.add(staffId);
      schedule();
    }),
  ];
  return () => {
    for (const stop of unsubscribe) stop();
    if (timer) clearTimeout(timer);
  };
}
