import type { ActorRefFrom } from "xstate";
import {
  type AlarmRow,
  alarmCalls,
  alarmChangedData,
  alarmKind,
  alarmOutcome,
} from "../../../adapters/contract/alarm.ts";
import { recordsChangedData, socketTypes } from "../../../adapters/contract/socket.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import { getTabStorage } from "../../../adapters/http/tabStorage.ts";
import { alarmsMachine } from "../../../machines/alarms.machine.ts";
import type { AlarmsPort, RequestedAct } from "../../../machines/alarmsPort.ts";
import { createRequest, type PendingRequest } from "../../pageApi/createRequest.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import { createServerClock, type ServerClock } from "../serverClock.ts";
import { watchLink } from "../watchLink.ts";
import { createAlarmSound } from "./alarmSound.ts";
import { showNotification } from "./desktopNotification.ts";
import { livePath } from "./livePath.ts";
import { createSoundResume } from "./soundResume.ts";

export type AlarmActor = ActorRefFrom<ReturnType<typeof alarmsMachine<AlarmRow>>>;

/** Whom to call about an alarm. */
export interface AlarmContact {
  readonly pilotName: string;
  readonly pilotPhone: string;
  readonly backupPhone: string;
}

/** The alarms of the session: they are heard and counted whichever page is shown. */
export interface AlarmServices {
  readonly actor: AlarmActor;
  /** By the times of the alarms. */
  readonly clock: ServerClock;
  /** Each reveals of a number is recorded: it is asked for once for each alarm. */
  readonly loadContact: (id: string) => Promise<AlarmContact>;
  /** An alarm whose place the map is to show, perhaps once its page is open. */
  readonly locating: PendingRequest<AlarmRow>;
  /** Opens 实时任务 with the alarm's card and its place on the map. */
  readonly locate: (alarm: AlarmRow) => void;
  /** Whether the sound was on before a reload: while it is locked, the next click or key turns it on. */
  readonly isSoundWanted: boolean;
  readonly stop: () => void;
}

type AlarmsApi = Pick<PageApi, "client" | "socket" | "session" | "startActor" | "open">;

/** Returns the session's alarms; starts them at the first call, stops them with the session. */
export const getAlarmServices = (pageApi: AlarmsApi): AlarmServices =>
  pageApi.session.value("alarms", () => createAlarmServices(pageApi));

/** How often somebody's presence is told at most, ms. */
const presenceIntervalMs = 1_000;
const presenceSigns = ["pointermove", "pointerdown", "wheel", "keydown"] as const;

/** Calls back while somebody uses the page that is shown: moves the pointer or presses a key. Returns what ends it. */
function watchPresence(onPresent: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const handle = ({ timeStamp }: Event) => {
    if (document.visibilityState !== "visible" || timeStamp - toldAt < presenceIntervalMs) return;
    toldAt = timeStamp;
    onPresent();
  };
  for (const sign of presenceSigns) window.addEventListener(sign, handle, { capture: true, passive: true });
  return () => {
    for (const sign of presenceSigns) window.removeEventListener(sign, handle, { capture: true });
  };
}

function createAlarmServices({ client, socket, startActor, open }: AlarmsApi): AlarmServices {
  const clock = createServerClock(() => performance.now(), Date.now());
  const locating = createRequest<AlarmRow>();
  const locate = (alarm: AlarmRow) => {
    actor.send({ type: "alarm.select", id: alarm.id });
    locating.request(alarm);
    open(livePath);
  };
  const sound = createAlarmSound(
    () => new AudioContext(),
    () => actor.send({ type: "sound.lose" }),
  );
  const resume = createSoundResume(
    getTabStorage(),
    window,
    () => navigator.userActivation.isActive,
    () => {
      if (actor.getSnapshot().hasTag("soundLocked")) actor.send({ type: "sound.unlock" });
    },
  );
  const act = async ({ act: wanted, requestId }: RequestedAct, version: number | null) => {
    if (wanted.type === "acknowledge") {
      const cause = wanted.cause === null ? {} : { cause: alarmKind.schema.parse(wanted.cause) };
      const { ids, versions = [] } = wanted;
      const body = { requestId, ids: [...ids], versions: [...versions], ...cause };
      return (await client.call(alarmCalls.alarmAck, { body }, { quiet: true })).alarms;
    }
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
    load: async (signal) => {
      const sentAt = performance.now();
      const answer = await client.call(alarmCalls.alarmOpen, {}, { signal, quiet: true });
      clock.sync(answer.at, sentAt);
      return answer;
    },
    act,
    unlock: sound.unlock,
    play: sound.play,
    notify: (alarm) => showNotification(alarm, clock.now(), () => locate(alarm)),
    report: (to) => socket.send({ type: "alarms.perceive", to }),
    isOpenToView: () => document.documentElement.dataset["locked"] === undefined,
    now: Date.now,
    createId: createRequestId,
  };
  const actor: AlarmActor = startActor("alarms", alarmsMachine(port));
  const heard = actor.subscribe((state) => {
    if (state.hasTag("soundOn")) resume.remember(true);
    else if (state.hasTag("soundOff")) resume.remember(false);
  });
  const disconnect = [
    heard.unsubscribe.bind(heard),
    resume.stop,
    watchLink(socket, {
      onUp: () => actor.send({ type: "link.up" }),
      onDown: (since) => actor.send({ type: "link.down", since }),
    }),
    watchPresence(() => actor.send({ type: "alarms.perceive" })),
    socket.onFrame(({ type, at, data }) => {
      // Perhaps the own desk has begun or ended, or watches something else.
      const changes = type === socketTypes.recordsChanged && recordsChangedData.safeParse(data).data?.changes;
      if (changes && changes.some(({ kind }) => kind === "duty")) actor.send({ type: "alarms.reload" });
      if (type !== socketTypes.alarm) return;
      clock.raiseTo(Date.parse(at));
      const parsed = alarmChangedData.safeParse(data);
      // A message of another version: the list tells what it was about.
      if (parsed.success) actor.send({ type: "alarms.change", changed: { ...parsed.data, at } });
      else actor.send({ type: "alarms.reload" });
    }),
  ];
  const contacts = new Map<string, Promise<AlarmContact>>();
  const loadContact = (id: string) => {
    const known = contacts.get(id);
    if (known) return known;
    const loading = client.call(
      alarmCalls.alarmContact,
      { body: { requestId: createRequestId(), id } },
      { quiet: true },
    );
    contacts.set(id, loading);
    loading.catch(() => contacts.delete(id));
    return loading;
  };
  const stop = () => {
    for (const end of disconnect) end();
    actor.stop();
    sound.stop();
  };
  return { actor, clock, loadContact, locating, locate, isSoundWanted: resume.isWanted, stop };
}
