import type { ActorRefFrom } from "xstate";
import {
  type AlarmRow,
  alarmCalls,
  alarmChangedData,
  alarmOutcome,
  maxAcknowledged,
} from "../../../../../adapters/contract/alarm.ts";
import { socketTypes } from "../../../../../adapters/contract/socket.ts";
import { alarmsMachine } from "../../../../../machines/alarms.machine.ts";
import type { AlarmsPort, RequestedAct } from "../../../../../machines/alarmsPort.ts";
import type { PageApi } from "../../../../pageApi/usePageApi.ts";
import type { PageScope } from "../../../../pageApi/usePageScope.ts";
import { watchLink } from "../watchLink.ts";
import { createAlarmSound } from "./alarmSound.ts";

export type AlarmActor = ActorRefFrom<ReturnType<typeof alarmsMachine<AlarmRow>>>;

/** Whom to call about an alarm. */
export interface AlarmContact {
  readonly pilotName: string;
  readonly pilotPhone: string;
  readonly backupPhone: string;
}

/** The alarms of the live page. They outlive its component: an alarm is heard while another page is shown. */
export interface AlarmServices {
  readonly actor: AlarmActor;
  /** Each reveals of a number is recorded: it is asked for once for each alarm. */
  readonly loadContact: (id: string) => Promise<AlarmContact>;
}

/** Returns the page scope's alarms; starts them at the first call, stops them with the tag. */
export const getAlarmServices = (
  scope: PageScope,
  pageApi: Pick<PageApi, "client" | "socket">,
): AlarmServices => scope.value("alarmServices", () => createAlarmServices(scope, pageApi));

function createAlarmServices(scope: PageScope, { client, socket }: Pick<PageApi, "client" | "socket">) {
  const createId = () => crypto.randomUUID();
  const sound = createAlarmSound(
    () => new AudioContext(),
    () => actor.send({ type: "sound.lose" }),
  );
  const acknowledge = async (ids: readonly string[], requestId: string): Promise<AlarmRow[]> => {
    const done: AlarmRow[] = [];
    for (let first = 0; first < ids.length; first += maxAcknowledged) {
      const body = {
        // The first part keeps the id of the act, so that a retry of most acts is the same call.
        requestId: first === 0 ? requestId : createId(),
        ids: ids.slice(first, first + maxAcknowledged),
      };
      done.push(...(await client.call(alarmCalls.alarmAck, { body }, { quiet: true })).alarms);
    }
    return done;
  };
  const act = async ({ act: wanted, requestId }: RequestedAct, version: number | null) => {
    if (wanted.type === "acknowledge") return acknowledge(wanted.ids, requestId);
    const { id } = wanted;
    const common = { requestId, id, version: version ?? 0 };
    if (wanted.type === "shelve") {
      const body = { ...common, minutes: wanted.minutes, reason: wanted.reason };
      return [await client.call(alarmCalls.alarmShelve, { body }, { quiet: true })];
    }
    const closedAs = alarmOutcome.schema.parse(wanted.closedAs);
    const body = { ...common, closedAs, note: wanted.note };
    return [await client.call(alarmCalls.alarmClose, { body }, { quiet: true })];
  };
  const port: AlarmsPort<AlarmRow> = {
    // The list says itself that it could not be read.
    load: (signal) => client.call(alarmCalls.alarmOpen, {}, { signal, quiet: true }),
    act,
    unlock: sound.unlock,
    play: sound.play,
    now: Date.now,
    createId,
  };
  const actor: AlarmActor = scope.actor("alarms", () => alarmsMachine(port));
  const disconnect = [
    watchLink(socket, {
      onUp: () => actor.send({ type: "link.up" }),
      onDown: (since) => actor.send({ type: "link.down", since }),
    }),
    socket.onFrame(({ type, data }) => {
      if (type !== socketTypes.alarm) return;
      const parsed = alarmChangedData.safeParse(data);
      // A message of another version: the list tells what it was about.
      if (parsed.success) actor.send({ type: "alarms.change", changed: parsed.data });
      else actor.send({ type: "alarms.reload" });
    }),
  ];
  actor.subscribe({
    complete() {
      for (const unsubscribe of disconnect) unsubscribe();
      sound.stop();
    },
  });
  const contacts = new Map<string, Promise<AlarmContact>>();
  const loadContact = (id: string) => {
    const known = contacts.get(id);
    if (known) return known;
    const loading = client.call(
      alarmCalls.alarmContact,
      { body: { requestId: createId(), id } },
      { quiet: true },
    );
    contacts.set(id, loading);
    loading.catch(() => contacts.delete(id));
    return loading;
  };
  return { actor, loadContact };
}
