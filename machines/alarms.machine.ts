import { assign, fromPromise, raise, setup } from "xstate";
import { isCardOver, noCard, pinCard, releaseCard, showAlarms } from "./alarmCard.ts";
import {
  enqueueAct,
  findCut,
  findVersion,
  getOwnFlood,
  hasUntoldP1,
  isUrgent,
  latestOf,
  mergeAlarms,
  toAct,
  withOthers,
} from "./alarmRules.ts";
import type {
  AlarmAct,
  AlarmBatch,
  AlarmLike,
  AlarmList,
  AlarmsContext,
  AlarmsEvent,
  AlarmsPort,
  AlarmsTag,
  RequestedAct,
} from "./alarmsPort.ts";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** The alarms that are open: list, selection, acts, sound, and the platform's own line. */
export const alarmsMachine = <Alarm extends AlarmLike>(port: AlarmsPort<Alarm>) =>
  setup({
    types: {} as {
      context: AlarmsContext<Alarm>;
      events: AlarmsEvent<Alarm>;
      tags: AlarmsTag;
    },
    actors: {
      load: fromPromise<AlarmList<Alarm>>(({ signal }) => port.load(signal)),
      act: fromPromise<
        readonly Alarm[],
        { readonly requested: RequestedAct | undefined; readonly version: number | null }
        // Without a request it waits: an error would begin the next act at once, without end.
      >(({ input: { requested, version } }) =>
        requested ? port.act(requested, version) : new Promise<readonly Alarm[]>(() => {}),
      ),
      unlock: fromPromise<void>(() => port.unlock()),
    },
    actions: {
      setLinkUp: assign({ link: "up", since: null, isCurrent: false, toldTo: null }),
      setLinkDown: assign(({ context }, since: number) => ({
        link: "down" as const,
        since: context.since ?? since,
        isCurrent: false,
      })),
      forgetArrived: assign({ arrived: [] }),
      /** The list as it was read, with what arrived meanwhile. */
      setLoaded: assign(({ context }, list: AlarmList<Alarm>) => ({
        ...showAlarms(
          { ...context, desk: list.desk },
          mergeAlarms(mergeAlarms([], list.alarms), context.arrived),
        ),
        desk: list.desk,
        more: list.more,
        cut: findCut(list),
        flood: list.desk?.flood ?? list.flood,
        allFlood: list.flood,
        knownTo: latestOf(context.knownTo, list.at),
        isCurrent: context.link !== "down",
        loadedAt: port.now(),
        error: null,
      })),
      /** Before the first load they wait in `arrived`. */
      setChanged: assign(({ context }, { at, alarms, flood, desks }: AlarmBatch<Alarm>) => ({
        ...(context.alarms
          ? showAlarms(context, mergeAlarms(withOthers(context).alarms ?? [], alarms), alarms)
          : {}),
        arrived: [...context.arrived, ...alarms],
        flood: getOwnFlood(context.desk, { flood, desks }),
        allFlood: flood,
        knownTo: latestOf(context.knownTo, at),
      })),
      /** An alarm that a message has removed meanwhile stays away. */
      setActed: assign(({ context }, answer: readonly Alarm[]) => {
        const alarms = withOthers(context).alarms ?? [];
        const acted = answer.filter(({ id }) => alarms.some((alarm) => alarm.id === id));
        return {
          ...showAlarms(context, mergeAlarms(alarms, acted), acted),
          arrived: [...context.arrived, ...acted],
        };
      }),
      announce: raise(({ context }) => ({
        type: "alarm.announce",
        priority: context.news?.priority ?? null,
      })),
      notify: ({ context: { news } }) => {
        if (news?.priority === "p1") port.notify(news);
      },
      setError: assign((_, error: ErrorInfo) => ({ error })),
      pin: assign(({ context }, id: string) => pinCard(withOthers(context).alarms, id)),
      release: assign(({ context }) => releaseCard(context, context.alarms)),
      leave: assign({ ...noCard, dismissed: true }),
      fold: assign({ folded: true }),
      unfold: assign({ folded: false }),
      perceive: raise({ type: "alarms.perceive" }),
      report: ({ context: { knownTo } }) => {
        if (knownTo !== null) port.report(knownTo);
      },
      setTold: assign(({ context }) => ({ toldTo: context.knownTo })),
      enqueue: assign(({ context }, wanted: AlarmAct) =>
        enqueueAct(withOthers(context), wanted, port.createId()),
      ),
      dequeue: assign(({ context: { queue } }) => ({ queue: queue.slice(1) })),
      addFailure: assign(({ context: { queue, failures } }, error: ErrorInfo) => ({
        failures: queue[0] ? [...failures, { requested: queue[0], error }] : failures,
      })),
      retry: assign(({ context: { queue, failures } }) => ({
        queue: [...queue, ...failures.map(({ requested }) => requested)],
        failures: [],
      })),
      dismiss: assign({ failures: [] }),
      playTest: (_, priority: AlarmLike["priority"]) => port.play(priority),
      playUrgent: () => port.play("p1"),
      playNews: ({ context }) => {
        if (context.news) port.play(context.news.priority);
      },
      setSoundError: assign((_, soundError: string) => ({ soundError })),
      forgetSoundError: assign({ soundError: null }),
    },
    guards: {
      isCurrent: ({ context }) => context.isCurrent,
      otherAlarm: ({ context }, id: string) =>
        (context.selected !== id || !context.pinned) &&
        (withOthers(context).alarms?.some((alarm) => alarm.id === id) ?? false),
      isPinned: ({ context }) => context.pinned,
      isFoldable: ({ context: { selected, folded } }) => selected !== null && !folded,
      isFolded: ({ context }) => context.folded,
      isCardOver: ({ context }) => isCardOver(withOthers(context)),
      isCardCurrent: ({ context }) => !isCardOver(withOthers(context)),
      hasUntoldP1: ({ context }) => port.isOpenToView() && hasUntoldP1(context),
      hasSelected: ({ context }) => context.selected !== null,
      canAct: ({ context }, wanted: AlarmAct) => toAct(withOthers(context), wanted) !== null,
      hasQueued: ({ context }) => context.queue.length > 0,
      hasFailures: ({ context }) => context.failures.length > 0,
      canRetry: ({ context: { failures, link } }) => failures.length > 0 && link !== "down",
      isUrgent: ({ context }) => isUrgent(context),
      isCalm: ({ context }) => !isUrgent(context),
      isNews: (_, priority: AlarmLike["priority"] | null) => priority !== null && priority !== "p4",
    },
    delays: {
      /** Without the line the list is polled; with it, a load makes up for a message that was missed. */
      loadAgain: ({ context }) => (context.link === "down" ? 5_000 : 60_000),
      /** At least the server's `Retry-After`. */
      loadRetry: ({ context: { error } }) => Math.max(5_000, error?.retryAfterMs ?? 0),
      /** An outage may have begun before it was noticed. */
      outage: ({ context: { since } }) => Math.max(0, (since ?? port.now()) + 15_000 - port.now()),
      soundAgain: 3_000,
      /** For whoever reads the card while its alarm ends. */
      giveWay: 4_000,
      /** In a flood there is something to tell all the time. */
      reportAgain: 4_000,
    },
  }).createMachine({
    id: "alarms",
    type: "parallel",
    // Two states that each lead to the other at once are a mistake, not work.
    options: { maxIterations: 100 },
    context: {
      alarms: null,
      others: [],
      desk: null,
      more: 0,
      cut: null,
      flood: { isActive: false, folded: [] },
      allFlood: { isActive: false, folded: [] },
      arrived: [],
      isCurrent: false,
      loadedAt: null,
      error: null,
      link: "unknown",
      since: null,
      outage: "none",
      ...noCard,
      news: null,
      knownTo: null,
      toldTo: null,
      queue: [],
      failures: [],
      soundError: null,
    },
    on: {
      "alarms.change": {
        actions: [{ type: "setChanged", params: ({ event }) => event.changed }, "notify", "announce"],
      },
      "alarm.select": {
        guard: { type: "otherAlarm", params: ({ event }) => event.id },
        actions: { type: "pin", params: ({ event }) => event.id },
      },
      "card.unpin": { guard: "isPinned", actions: "release" },
      "card.fold": { guard: "isFoldable", actions: "fold" },
      "card.unfold": { guard: "isFolded", actions: "unfold" },
      "alarm.leave": { guard: "hasSelected", actions: "leave" },
      "alarms.act": {
        guard: { type: "canAct", params: ({ event }) => event.wanted },
        actions: { type: "enqueue", params: ({ event }) => event.wanted },
      },
      "act.retry": { guard: "canRetry", actions: "retry" },
      "act.dismiss": { guard: "hasFailures", actions: "dismiss" },
    },
    states: {
      list: {
        initial: "loading",
        on: {
          "link.up": { target: ".loading", actions: "setLinkUp" },
          "link.down": {
            target: ".loading",
            actions: { type: "setLinkDown", params: ({ event }) => event.since },
          },
          "alarms.reload": ".loading",
        },
        states: {
          loading: {
            tags: "loading",
            entry: "forgetArrived",
            invoke: {
              id: "load",
              src: "load",
              onDone: {
                target: "loaded",
                actions: [{ type: "setLoaded", params: ({ event }) => event.output }, "notify", "announce"],
              },
              onError: {
                target: "failed",
                actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
          loaded: {
            initial: "deciding",
            states: {
              deciding: { always: [{ guard: "isCurrent", target: "ready" }, { target: "stale" }] },
              ready: { tags: "ready" },
              /** Read by a poll: no message tells of changes. */
              stale: { tags: "stale" },
            },
            after: { loadAgain: "loading" },
          },
          failed: { tags: "failed", after: { loadRetry: "loading" } },
        },
      },
      /** The platform's own line: 平台连接中断 is one banner instead of an alarm for each drone. */
      line: {
        initial: "up",
        states: {
          up: { on: { "link.down": "down" } },
          down: {
            on: { "link.up": "up" },
            after: { outage: { target: "lost", actions: assign({ outage: "lost" }) } },
          },
          lost: {
            tags: "platformLost",
            on: {
              "link.up": "restored",
              "outage.acknowledge": { actions: assign({ outage: "acknowledged" }) },
            },
          },
          /** The line is back, the alarms are not yet. */
          restored: {
            tags: "platformLost",
            always: { guard: "isCurrent", target: "up", actions: assign({ outage: "none" }) },
            on: {
              "link.down": "lost",
              "outage.acknowledge": { actions: assign({ outage: "acknowledged" }) },
            },
          },
        },
      },
      /** What is shown and has ended gives way, also where it was pinned. */
      card: {
        initial: "current",
        states: {
          current: { always: { guard: "isCardOver", target: "over" } },
          over: {
            always: { guard: "isCardCurrent", target: "current" },
            after: { giveWay: { target: "released", actions: "release" } },
          },
          /** It stays only until something else waits. */
          released: { always: { guard: "isCardCurrent", target: "current" } },
        },
      },
      /** Whether somebody hears or sees the alarms here: the server counts a console only by what it tells. */
      attention: {
        initial: "idle",
        states: {
          idle: {
            on: {
              "alarms.perceive": { guard: "hasUntoldP1", target: "told", actions: ["report", "setTold"] },
            },
          },
          told: { after: { reportAgain: "idle" } },
        },
      },
      acts: {
        initial: "idle",
        states: {
          idle: { always: { guard: "hasQueued", target: "acting" } },
          acting: {
            tags: "acting",
            invoke: {
              id: "act",
              src: "act",
              input: ({ context }) => ({
                requested: context.queue[0],
                version: findVersion(context.queue[0]?.act, withOthers(context).alarms),
              }),
              onDone: {
                target: "idle",
                actions: ["dequeue", { type: "setActed", params: ({ event }) => event.output }],
              },
              onError: {
                target: "idle",
                actions: [{ type: "addFailure", params: ({ event }) => toErrorInfo(event.error) }, "dequeue"],
              },
            },
          },
        },
      },
      sound: {
        initial: "locked",
        states: {
          /** Browsers play nothing before a click. */
          locked: { tags: "soundLocked", on: { "sound.unlock": "unlocking" } },
          unlocking: {
            tags: "soundLocked",
            entry: "forgetSoundError",
            invoke: {
              id: "unlock",
              src: "unlock",
              onDone: "on",
              onError: {
                target: "locked",
                actions: {
                  type: "setSoundError",
                  params: ({ event }) => toErrorInfo(event.error).message,
                },
              },
            },
          },
          on: {
            tags: "soundOn",
            initial: "quiet",
            on: {
              "sound.mute": "off",
              "sound.lose": "locked",
              "sound.test": { actions: { type: "playTest", params: ({ event }) => event.priority } },
            },
            states: {
              quiet: {
                always: { guard: "isUrgent", target: "repeating" },
                on: {
                  "alarm.announce": {
                    guard: { type: "isNews", params: ({ event }) => event.priority },
                    actions: "playNews",
                  },
                },
              },
              repeating: {
                entry: "playUrgent",
                always: { guard: "isCalm", target: "quiet" },
                // Whoever is there has heard it by now.
                after: { soundAgain: { target: "repeating", reenter: true, actions: "perceive" } },
              },
            },
          },
          off: {
            tags: "soundOff",
            on: {
              "sound.unmute": "on",
              "sound.lose": "locked",
              "sound.test": { actions: { type: "playTest", params: ({ event }) => event.priority } },
            },
          },
        },
      },
    },
  });
