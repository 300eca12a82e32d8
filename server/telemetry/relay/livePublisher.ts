import { encodeFleetFrame } from "../../../adapters/contract/fleetFrame.ts";
import type { NatsLink } from "../../bus/natsLink.ts";
import { type Holding, partitionCount } from "../../cluster/partitions.ts";
import type { FeedTask } from "../feed/feedRegistry.ts";
import { countFlights } from "../flights/countFlights.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import type { TaskListener } from "../flights/registryState.ts";
import { encodeFleetPart, type ListedTask, liveSubjects, rowFlags, wantMessage } from "./liveMessages.ts";

/** Drones per message, which with their tasks stays below the limit of NATS, 1 MB. */
const rowsPerPart = 4_000;
/** With more new tasks than this, all tasks are sent, spread over the parts. */
const maxOpened = 1_000;
/** Requests that a process has not repeated for this long expire. */
const wantedMs = 6_000;

/** Publishes the live picture to the other processes. */
export interface LivePublisher {
  readonly listener: TaskListener;
  /** Publishes the whole fleet. */
  readonly tick: (now: number) => void;
  readonly stop: () => void;
}

interface PublisherOptions {
  /** Id of this process. */
  readonly owner: number;
  /** See `Cluster`; null while this process is not the owner, and publishes nothing. */
  readonly getEpoch: () => number | null;
  readonly monotonicMs: () => number;
}

export function createLivePublisher(
  nats: NatsLink,
  getRegistry: () => FlightRegistry,
  { owner, getEpoch, monotonicMs }: PublisherOptions,
): LivePublisher {
  /** Tasks that the consoles of each other process show in detail. */
  const wants = new Map<number, { readonly tasks: ReadonlySet<string>; readonly at: number }>();
  let opened = new Map<number, FeedTask>();
  let closed = new Set<number>();
  let table = 0;
  let tick = 0;
  let needsAll = true;

  const isWanted = (taskId: string) => {
    for (const { tasks } of wants.values()) if (tasks.has(taskId)) return true;
    return false;
  };
  function publishState(task: FeedTask): void {
    const [epoch, state] = [getEpoch(), getRegistry().getLiveState(task)];
    if (epoch !== null && state) nats.publish(liveSubjects.state, JSON.stringify({ epoch, state }));
  }

  const unsubscribe = nats.subscribe(liveSubjects.want, (data) => {
    const read = wantMessage.safeParse(JSON.parse(Buffer.from(data).toString("utf8")));
    if (!read.success || getEpoch() === null) return;
    const { from, tasks } = read.data;
    needsAll ||= read.data.needsAll;
    const known = wants.get(from)?.tasks;
    wants.set(from, { tasks: new Set(tasks), at: monotonicMs() });
    for (const id of tasks) {
      const task = known?.has(id) ? undefined : getRegistry().getByTask(id);
      if (task) publishState(task);
    }
  });

  function forgetWants(): void {
    const before = monotonicMs() - wantedMs;
    for (const [from, { at }] of wants) if (at < before) wants.delete(from);
  }

  const toListed = ({ slot, task }: FeedTask): ListedTask => [
    slot,
    task.id,
    task.taskNo,
    task.droneSn,
    task.companyId,
  ];
  const add = (task: FeedTask) => void opened.set(task.slot, task);
  const remove = ({ slot }: { readonly slot: number }) => {
    if (!opened.delete(slot)) closed.add(slot);
  };

  return {
    listener: {
      onOpened: add,
      onClosed: remove,
      onRenaming: remove,
      onRenamed: add,
      onSample: (task) => {
        if (wants.size > 0 && isWanted(task.task.id)) publishState(task);
      },
      onEvent: (task, event) => {
        const epoch = getEpoch();
        if (epoch !== null)
          nats.publish(liveSubjects.event, JSON.stringify({ epoch, taskId: task.task.id, event }));
      },
    },
    tick: (now) => {
      const epoch = getEpoch();
      if (epoch === null) return;
      forgetWants();
      const registry = getRegistry();
      const rows = registry.slots.subarray(0, registry.count());
      const parts = Math.max(1, Math.ceil(rows.length / rowsPerPart));
      const isFull = needsAll || opened.size > maxOpened;
      if (isFull || opened.size + closed.size > 0) table += 1;
      tick += 1;
      const holdings: Holding[] = [[0, partitionCount - 1, epoch]];
      const head = { epoch, owner, holdings, tick, parts, now, table, isFull };
      const counts = countFlights(registry);
      for (let part = 0; part < parts; part++) {
        const own = rows.subarray(part * rowsPerPart, (part + 1) * rowsPerPart);
        const listed = isFull
          ? [...own].flatMap((slot) => registry.getBySlot(slot) ?? [])
          : part === 0
            ? [...opened.values()]
            : [];
        const message = {
          ...head,
          part,
          opened: listed.map(toListed),
          closed: part === 0 && !isFull ? [...closed] : [],
        };
        nats.publish(liveSubjects.fleet, encodeFleetPart(message, encodeRows(own), encodeFlags(own)));
      }
      opened = new Map();
      closed = new Set();
      needsAll = false;

      function encodeRows(own: Uint32Array) {
        const frame = { serverTime: now, sequence: tick, tableId: 0, snapshot: true, fleetSize: 0, counts };
        return encodeFleetFrame(frame, { columns: registry.fleet.columns, count: own.length, rows: own });
      }
      function encodeFlags(own: Uint32Array) {
        return Uint8Array.from(own, (slot) => {
          const stage = registry.getStage(slot);
          return (
            (registry.fleet.hasPosition[slot] === 1 ? rowFlags.hasPosition : 0) |
            (stage === "idle" ? 0 : rowFlags.underWay) |
            (stage === "inAir" ? rowFlags.inAir : 0)
          );
        });
      }
    },
    stop: unsubscribe,
  };
}
