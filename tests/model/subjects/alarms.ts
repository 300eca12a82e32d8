import { alarmsMachine } from "../../../machines/alarms.machine.ts";
import type { AlarmAct, AlarmLike, AlarmsContext } from "../../../machines/alarmsPort.ts";
import { defineSubject } from "../defineSubject.ts";
import { alarmsExpectation } from "../expect/alarms.ts";

type Context = AlarmsContext<AlarmLike>;

const createAlarm = (
  id: string,
  priority: AlarmLike["priority"],
  state: AlarmLike["state"] = "active",
  version = 1,
): AlarmLike => ({
  id,
  version,
  kind: "lost",
  priority,
  state,
  raisedAt: "2026-11-25T08:00:00.000Z",
  companyId: null,
  regionId: null,
});

const calm = { isActive: false, folded: [] };
const createChange = (second: number, ...alarms: AlarmLike[]) => ({
  type: "alarms.change" as const,
  changed: { at: `2026-11-25T08:00:0${second}.000Z`, alarms, flood: calm, desks: [] },
});
const createLoaded = (...alarms: AlarmLike[]) => ({
  type: "xstate.done.actor.load",
  output: { at: "2026-11-25T08:00:02.500Z", alarms, more: 0, flood: calm, desk: null },
});

const formatAlarm = ({ id, priority, state, version }: AlarmLike) => `${priority} ${id} ${state} v${version}`;
const formatAct = (act: AlarmAct) =>
  act.type === "acknowledge"
    ? `acknowledge ${act.ids.join(" ")}`
    : act.type === "shelve"
      ? `shelve ${act.id} for ${act.minutes} min: ${act.reason}`
      : `close ${act.id} as ${act.closedAs}: ${act.note}`;

/** Explored by themselves: acts, sound and the line would make thousands of paths together. */
const isAct = (label: string) => /acknowledge [ab]|shelve|close|act |retry|dismiss/.test(label);
const isSound = (label: string) => /sound/.test(label);
const isLine = (label: string) => /connection|outage|reload|fail(s|s for 9 s)$/.test(label);

/** The alarms a (P1), b (P2) and c (P3), with pending calls. */
export const alarmsSubject = defineSubject({
  name: "alarms",
  expectation: alarmsExpectation,
  build: (environment) => ({
    machine: alarmsMachine<AlarmLike>({
      load: (signal) => environment.call("load", "loads", signal),
      act: ({ act, requestId }, version) =>
        environment.call("act", `sends ${requestId}: ${formatAct(act)}, version ${version}`),
      unlock: () => environment.call("unlock", "unlocks the sound"),
      play: (priority) => environment.recordEffect(`plays ${priority}`),
      notify: ({ id }) => environment.recordEffect(`notifies ${id}`),
      report: (perceivedTo) => environment.recordEffect(`reports ${perceivedTo}`),
      now: environment.now,
      isOpenToView: () => true,
      createId: () => "r",
    }),
  }),
  observe: (context: Context) => ({
    alarms: context.alarms?.map(formatAlarm) ?? null,
    arrived: context.arrived.map(formatAlarm),
    isCurrent: context.isCurrent,
    loadedAt: context.loadedAt,
    error: context.error && `${context.error.kind} ${context.error.message}`,
    link: context.link,
    since: context.since,
    outage: context.outage,
    selected: context.selected,
    opened: context.opened && formatAlarm(context.opened),
    openedAs: context.openedAs,
    pinned: context.pinned,
    dismissed: context.dismissed,
    folded: context.folded,
    knownTo: context.knownTo,
    toldTo: context.toldTo,
    news: context.news?.priority ?? null,
    queue: context.queue.map(({ act }) => formatAct(act)),
    failures: context.failures.map(({ requested, error }) => `${formatAct(requested.act)}: ${error.message}`),
    soundError: context.soundError,
  }),
  key: ({ context, value }) =>
    value.sound === "locked"
      ? [
          context.alarms?.map(({ id, state }: AlarmLike) => `${id} ${state}`) ?? null,
          context.link,
          context.outage,
          context.selected === null,
          context.queue.length,
          context.failures.length > 0,
          context.soundError,
        ]
      : [context.alarms === null, context.outage],
  shouldExplore: ({ context, value }, { label }) => {
    const { sound, line, acts, list } = value;
    const ids = (context.alarms ?? []).map(({ id }: AlarmLike) => id).join("");
    const isPlain = line === "up" && context.link === "unknown" && context.soundError === null;
    const isUntouched = !context.pinned && !context.folded && !context.dismissed;
    const isReady = list.loaded === "ready";
    if (value.attention === "told") return false;
    if (value.card !== "current")
      return /a is (raised|chosen|acknow)|b is (raised|chosen)|a and b|left|unpinned/.test(label) && isPlain;
    if (label === "somebody is there")
      return context.link === "up" && isReady && ids === "ab" && sound === "locked" && isUntouched;
    if (/folded|unpinned/.test(label)) return isPlain && isReady && ids === "ab" && sound === "locked";
    if (label === "acknowledge a" || label.startsWith("act answers"))
      return isPlain && isReady && ids === "ab" && sound !== "off" && context.queue.length < 2;
    if (isAct(label))
      return (
        sound === "locked" &&
        isPlain &&
        isReady &&
        isUntouched &&
        context.queue.length + context.failures.length < 3 &&
        ids === "ab"
      );
    if (acts !== "idle" || context.failures.length > 0) return false;
    if (isSound(label)) return (isPlain && isReady && ids.length < 2) || line === "lost";
    if (line === "restored" && label === "a is over") return sound.on !== undefined;
    if (isLine(label))
      return (
        ids === "" && context.selected === null && context.soundError === null && context.arrived.length === 0
      );
    if (label.includes("loaded")) return context.arrived.length === 0 || isPlain || line === "restored";
    if (/chosen|left/.test(label)) return sound === "locked" && isPlain && isReady && ids === "ab";
    if (label === "a is over" && ids === "ab")
      return sound === "locked" && isPlain && isReady && context.pinned && context.selected === "a";
    if (context.alarms === null) return isPlain && context.arrived.length === 0;
    return isPlain && isReady && (ids === "" || (ids === "a" && label !== "c is raised"));
  },
  stimuli: [
    { label: "connection comes up", event: { type: "link.up" } },
    {
      label: "connection goes down 4 s ago",
      type: "link.down",
      event: ({ now }) => ({ type: "link.down", since: now - 4_000 }),
    },
    { label: "a is raised", event: createChange(2, createAlarm("a", "p1")) },
    { label: "b is raised", event: createChange(1, createAlarm("b", "p2")) },
    { label: "c is raised", event: createChange(3, createAlarm("c", "p3")) },
    {
      label: "a is acknowledged elsewhere",
      event: createChange(4, createAlarm("a", "p1", "acknowledged", 2)),
    },
    { label: "a is over", event: createChange(5, createAlarm("a", "p1", "gone", 3)) },
    { label: "reload", event: { type: "alarms.reload" } },
    { label: "no alarms are loaded", event: createLoaded() },
    { label: "a and b are loaded", event: createLoaded(createAlarm("b", "p2"), createAlarm("a", "p1")) },
    {
      label: "load fails",
      event: { type: "xstate.error.actor.load", error: { kind: "offline", message: "连接中断" } },
    },
    {
      label: "load fails for 9 s",
      event: {
        type: "xstate.error.actor.load",
        error: { kind: "unavailable", message: "数据库暂时不可用", retryAfterMs: 9_000 },
      },
    },
    { label: "a is chosen", event: { type: "alarm.select", id: "a" } },
    { label: "b is chosen", event: { type: "alarm.select", id: "b" } },
    { label: "the alarm is left", event: { type: "alarm.leave" } },
    { label: "the card is unpinned", event: { type: "card.unpin" } },
    { label: "the card is folded", event: { type: "card.fold" } },
    { label: "the card is unfolded", event: { type: "card.unfold" } },
    { label: "somebody is there", event: { type: "alarms.perceive" } },
    {
      label: "acknowledge a",
      event: { type: "alarms.act", wanted: { type: "acknowledge", ids: ["a"], cause: null } },
    },
    {
      label: "acknowledge b and a",
      event: { type: "alarms.act", wanted: { type: "acknowledge", ids: ["b", "a"], cause: "lost" } },
    },
    {
      label: "shelve b",
      event: { type: "alarms.act", wanted: { type: "shelve", id: "b", minutes: 10, reason: "演练" } },
    },
    {
      label: "close a",
      event: { type: "alarms.act", wanted: { type: "close", id: "a", closedAs: "falseAlarm", note: "" } },
    },
    { label: "act succeeds", event: { type: "xstate.done.actor.act", output: [] } },
    {
      label: "act answers that a is acknowledged",
      event: { type: "xstate.done.actor.act", output: [createAlarm("a", "p1", "acknowledged", 2)] },
    },
    {
      label: "act is refused",
      event: { type: "xstate.error.actor.act", error: { kind: "refused", message: "告警已结束" } },
    },
    { label: "retry", event: { type: "act.retry" } },
    { label: "dismiss", event: { type: "act.dismiss" } },
    { label: "the outage is acknowledged", event: { type: "outage.acknowledge" } },
    { label: "the sound is unlocked", event: { type: "sound.unlock" } },
    { label: "the sound opens", event: { type: "xstate.done.actor.unlock" } },
    {
      label: "the sound does not open",
      event: { type: "xstate.error.actor.unlock", error: { kind: "unknown", message: "没有声音设备" } },
    },
    { label: "the sound is muted", event: { type: "sound.mute" } },
    { label: "the sound is unmuted", event: { type: "sound.unmute" } },
    { label: "the sound is tested", event: { type: "sound.test", priority: "p2" } },
    { label: "the sound is lost", event: { type: "sound.lose" } },
  ],
  invariant: ({ at, seen, effects }) =>
    /locked|off/.test(at) && effects.includes("plays p1")
      ? "plays without an open sound"
      : at.includes("repeating") && seen["outage"] === "acknowledged"
        ? "sounds though the outage is acknowledged"
        : null,
});
