import type { Bus, PendingMessage } from "../../../server/bus/bus.ts";
import type { Cluster } from "../../../server/cluster/cluster.ts";
import { createMembership } from "../../../server/cluster/createMembership.ts";
import { createLog } from "../../../server/log/createLog.ts";
import type { ProcessRole } from "../../../server/settings/clusterSettings.ts";
import { type ClientTransaction, type DatabaseClient, mainPool } from "./databaseClient.ts";
import type { Machine } from "./machine.ts";
import type { SimulatedDatabase } from "./simulatedDatabase.ts";
import type { SimulatedNats } from "./simulatedNats.ts";
import type { createSimulatedStores } from "./simulatedStores.ts";

export type SimulatedStores = ReturnType<typeof createSimulatedStores>;

/** Is told what a process does and hears. */
export interface ProcessListener {
  readonly onJoined: (joined: JoinedProcess) => void;
  /** An id for a message that a transaction is going to store. */
  readonly nameMessage: () => string;
  readonly onPublished: (message: string) => void;
  readonly onCommitted: (message: string) => void;
  readonly onDelivered: (machine: Machine, message: string) => void;
  readonly onEnded: (reason: string) => void;
}

/** A process that other processes know. */
export interface JoinedProcess {
  readonly machine: Machine;
  readonly processId: number;
  readonly address: string;
  readonly joinedAt: number;
  readonly isCandidate: boolean;
  readonly cluster: Cluster<ClientTransaction>;
  /** It ends in order, and may have given up its lease already. */
  readonly isStopping: () => boolean;
  /** Ends in order. */
  readonly stop: () => Promise<void>;
}

interface ProcessOptions {
  readonly machine: Machine;
  readonly database: SimulatedDatabase;
  readonly client: DatabaseClient;
  readonly stores: SimulatedStores;
  readonly nats: SimulatedNats;
  readonly roles: readonly ProcessRole[];
  readonly random: () => number;
  readonly now: () => number;
  readonly listener: ProcessListener;
  /** A planted fault: messages are published before the commit. */
  readonly publishesEarly: boolean;
}

const log = createLog("silent", { write: () => undefined });
const writeMs = 1_000;
const callMs = 3_000;
/** A transaction that does something else in between. */
const maxPauseMs = 1_500;
/** Interval of statements in a long transaction. */
const stepMs = 5_000;

/** Starts a process: the real membership, lease and bus, with the work of an owner and of calls. */
export async function startSimulatedProcess(options: ProcessOptions): Promise<void> {
  const { machine, database, client, stores, nats, roles, random, listener } = options;
  const { setTimer } = machine.timers;
  const sleep = (ms: number) => new Promise<void>((done) => void setTimer(done, ms));
  const end = listener.onEnded;
  const link = nats.open(machine);
  const membership = await createMembership({
    ...stores,
    timers: machine.timers,
    log,
    token: machine.name,
    onProcessLost: end,
  });
  const { bus, cluster } = await membership.connect(link, roles, () => undefined);
  const hear = (message: string) => listener.onDelivered(machine, message);
  bus.subscribe("session.ended", ({ sessionId }) => hear(sessionId));
  bus.subscribe("duty.orderGiven", ({ orderId }) => hear(orderId));
  bus.subscribe("records.changed", ({ ids }) => ids?.forEach(hear));
  const joinedAt = options.now();
  const address = `http://${machine.name}`;
  await cluster.join({
    address,
    listConsoles: () => [],
    onLive: cluster.setRestored,
    onWorker: () => undefined,
  });
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await bus.close();
    await membership.close();
    end("stopped");
  };
  const isCandidate = roles.includes("live");
  listener.onJoined({
    machine,
    processId: membership.processId,
    address,
    joinedAt,
    isCandidate,
    cluster,
    isStopping: () => isStopping,
    stop,
  });

  const publishAll = (messages: readonly PendingMessage[]) => messages.forEach(bus.publishStored);

  /**
   * A transaction that stores messages, and may be rolled back, or last.
   * @param epoch that of the owner who writes; null for a call
   */
  async function change(epoch: number | null): Promise<void> {
    const names = Array.from({ length: Math.floor(random() * 3) }, listener.nameMessage);
    const messages = names.map((name) => prepare(bus, random, name));
    const isRolledBack = random() < 0.1;
    const steps = random() < 0.001 ? Math.floor(random() * 80) : 0;
    await client.transaction(async (tx) => {
      if (epoch !== null) await cluster.fence(tx);
      await tx.run({
        run: (on) => {
          database.assignXid(on);
          on.changes.push(() => names.forEach(listener.onCommitted));
          if (epoch !== null) on.writtenAs = { owner: membership.processId, epoch };
        },
      });
      if (random() < 0.2) await sleep(random() * maxPauseMs);
      await bus.store(tx, messages);
      if (options.publishesEarly) publishAll(messages);
      for (let step = 0; step < steps; step += 1) {
        await sleep(stepMs);
        await tx.run({ run: () => undefined });
      }
      if (isRolledBack) throw new Error("refused by a rule");
    }, mainPool);
    publishAll(messages);
  }

  /** Writes as the owner. */
  async function write(): Promise<void> {
    const epoch = cluster.getEpoch();
    if (epoch !== null) await change(epoch);
  }

  async function call(): Promise<void> {
    if (random() < 0.9) return change(null);
    const { message, topic } = prepare(bus, random, listener.nameMessage());
    if (topic !== "session.ended") return;
    listener.onPublished(message.sessionId);
    bus.publish(topic, message);
  }

  const repeat = (work: () => Promise<void>, ms: number) => {
    setTimer(
      () => {
        work().catch(() => undefined);
        repeat(work, ms);
      },
      ms * (0.5 + random()),
    );
  };
  repeat(write, writeMs);
  repeat(call, callMs);
}

function prepare(bus: Bus<ClientTransaction>, random: () => number, id: string): PendingMessage {
  const kind = random();
  if (kind < 0.34) return bus.prepare("session.ended", { sessionId: id, reason: "forced" });
  if (kind < 0.67) return bus.prepare("duty.orderGiven", { orderId: id });
  return bus.prepare("records.changed", { kind: "order", ids: [id] });
}
