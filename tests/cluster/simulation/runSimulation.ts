import { createSeededRandom } from "../../../demo/simulator/seededRandom.ts";
import type { ProcessRole } from "../../../server/settings/clusterSettings.ts";
import { createWatch, type Watch } from "./createWatch.ts";
import { createDatabaseClient } from "./databaseClient.ts";
import { createMachine, type LinkState, type Machine } from "./machine.ts";
import type { Plant } from "./plants.ts";
import { createSimulatedDatabase } from "./simulatedDatabase.ts";
import { createSimulatedNats } from "./simulatedNats.ts";
import { type JoinedProcess, type SimulatedStores, startSimulatedProcess } from "./simulatedProcess.ts";
import { createSimulatedStores } from "./simulatedStores.ts";
import { createVirtualTime } from "./virtualTime.ts";

interface SimulationOptions {
  readonly seed: number;
  readonly hours: number;
  /** A fault of the product, to be found. */
  readonly plant?: Plant;
}

interface SimulationResult {
  readonly counts: Watch["counts"] & { faults: number };
  /** What must not be, with the seed and the last steps; null if nothing was found. */
  readonly failure: string | null;
}

const keptSteps = 60;
const hourMs = 3_600_000;
const meanBetweenFaultsMs = 25_000;
const allRoles: readonly ProcessRole[] = ["edge", "live", "worker"];
const places = [
  { place: "live1", roles: allRoles },
  { place: "live2", roles: allRoles },
  { place: "live3", roles: allRoles },
  { place: "edge1", roles: ["edge"] },
  { place: "edge2", roles: ["edge"] },
] as const;

/** Runs five processes for some simulated hours, with faults that follow from the seed. */
export async function runSimulation({ seed, hours, plant }: SimulationOptions): Promise<SimulationResult> {
  const random = createSeededRandom(seed);
  const time = createVirtualTime();
  const { now, after } = time;
  const steps: string[] = [];
  let failure: string | null = null;
  let faults = 0;
  let runs = 0;
  const tell = (step: string) => {
    steps.push(`${(now() / 1_000).toFixed(3)} ${step}`);
    if (steps.length > keptSteps) steps.shift();
  };
  const watch = createWatch(now, (reason) => {
    failure ??= [`seed ${seed}: ${reason}`, ...steps, `${(now() / 1_000).toFixed(3)} failed`].join("\n");
  });
  const database = createSimulatedDatabase(time, watch);
  const nats = createSimulatedNats(time, random);
  const machines = new Map<string, Machine>();
  let isDatabaseUp = true;
  let isNatsUp = true;

  function start({ place, roles }: (typeof places)[number]): void {
    runs += 1;
    const machine = createMachine({ name: `${place}#${runs}`, time, random, rate: 0.8 + random() * 0.45 });
    machines.set(place, machine);
    if (!isDatabaseUp) machine.database.setState("refused");
    if (!isNatsUp) machine.nats.setState("refused");
    const client = createDatabaseClient(database, machine);
    const stores = createSimulatedStores(database, client);
    const clockErrorMs = ((runs % 5) - 2) * 3_000;
    const clock = () => now() + clockErrorMs;
    const onEnded = (reason: string) => {
      if (!machine.isAlive()) return;
      tell(`${machine.name} ends: ${reason}`);
      end(machine);
    };
    startSimulatedProcess({
      machine,
      database,
      client,
      stores: strikeAtWorst(machine, plant?.change?.(stores, { database, client, clock }) ?? stores),
      nats,
      roles,
      random,
      now,
      publishesEarly: plant?.publishesEarly ?? false,
      listener: {
        ...watch,
        onEnded,
        onJoined: (joined) => {
          tell(`${machine.name} joins as ${joined.processId}`);
          watch.processes.add(joined);
        },
      },
    }).catch((error: unknown) => onEnded(String(error)));
  }

  /** Ends a process, which its supervisor starts again. */
  function end(machine: Machine): void {
    machine.kill();
    nats.forget(machine);
    machine.database.send(() => database.abandonAll(machine.name));
    for (const joined of watch.processes) if (joined.machine === machine) watch.processes.delete(joined);
    const place = places.find((known) => machine.name.startsWith(known.place));
    if (place) after(500 + random() * 8_000, () => start(place));
  }

  /** Some faults come while a lease is taken, or between fence and commit. */
  function strikeAtWorst(machine: Machine, stores: SimulatedStores): SimulatedStores {
    const strike = (share: number, withinMs: number) => {
      if (random() < share) after(random() * withinMs, () => causeFaultAt(machine));
    };
    const leases: SimulatedStores["leases"] = {
      ...stores.leases,
      take: (...args) => {
        strike(0.2, 40);
        return stores.leases.take(...args);
      },
      lock: (...args) => {
        strike(0.003, 1_500);
        return stores.leases.lock(...args);
      },
    };
    return { ...stores, leases };
  }

  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  /** Mostly seconds, at times minutes. */
  const drawMs = () => {
    const kind = random();
    if (kind < 0.05) return random() * 800_000;
    return random() * (kind < 0.3 ? 800 : kind < 0.6 ? 4_000 : 25_000);
  };

  function cut(machine: Machine, links: readonly ("database" | "nats")[]): void {
    const state: LinkState = random() < 0.6 ? "silent" : "refused";
    const ms = drawMs();
    tell(`${machine.name} is cut off from ${links.join(" and ")}, ${state}, for ${Math.round(ms)} ms`);
    for (const link of links) machine[link].setState(state);
    after(ms, () => {
      if (links.includes("database") && isDatabaseUp) machine.database.setState("up");
      if (links.includes("nats") && isNatsUp) machine.nats.setState("up");
    });
  }

  /** Stops a server, for all machines. */
  function stopServer(link: "database" | "nats"): void {
    const ms = drawMs() / 2;
    tell(`${link} is away for ${Math.round(ms)} ms`);
    const set = (isUp: boolean) => {
      if (link === "nats") isNatsUp = isUp;
      else {
        isDatabaseUp = isUp;
        if (isUp) database.start();
        else database.stop();
      }
      for (const machine of machines.values()) machine[link].setState(isUp ? "up" : "refused");
    };
    set(false);
    after(ms, () => set(true));
  }

  /** Prefers the owner. */
  function pickProcess(): JoinedProcess | undefined {
    const joined = [...watch.processes];
    const owner = joined.find(({ cluster }) => cluster.getEpoch() !== null);
    return random() < 0.5 && owner ? owner : pick(joined);
  }

  function causeFault(): void {
    after(-Math.log(1 - random()) * meanBetweenFaultsMs, causeFault);
    const chosen = pickProcess();
    if (random() < 0.1) stopServer(random() < 0.5 ? "database" : "nats");
    else if (chosen) causeFaultAt(chosen.machine);
  }

  function causeFaultAt(machine: Machine): void {
    const joined = [...watch.processes].find((known) => known.machine === machine);
    if (!joined) return;
    faults += 1;
    const kind = random();
    if (kind < 0.22) {
      tell(`${machine.name} is killed`);
      end(machine);
    } else if (kind < 0.32) {
      tell(`${machine.name} is stopped in order`);
      machine.deliver(() => void joined.stop());
    } else if (kind < 0.57) {
      const [ms, stopsClock] = [drawMs(), random() < 0.5];
      tell(`${machine.name} freezes for ${Math.round(ms)} ms${stopsClock ? " with its clock" : ""}`);
      machine.freeze(stopsClock);
      after(ms, machine.thaw);
    } else if (kind < 0.73) cut(machine, ["database"]);
    else if (kind < 0.83) cut(machine, ["nats"]);
    else cut(machine, ["database", "nats"]);
  }

  for (const place of places) start(place);
  after(20_000, causeFault);
  const endMs = hours * hourMs;
  for (let until = 0; until < endMs && failure === null; ) {
    until = Math.min(endMs, until + 10_000);
    await time.runUntil(until, () => watch.check(database));
  }
  return { counts: { ...watch.counts, faults }, failure };
}
