import { tasks } from "../../server/db/schema/task.ts";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { restoreFlights } from "../../server/telemetry/flights/restoreFlights.ts";
import { type Line, noteHeard } from "../../server/telemetry/ingest/lines.ts";
import type { TestPlatform } from "../helpers/testPlatform.ts";
import { createReportedTask } from "../live/createReportedTask.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

export interface LineDrone {
  readonly slot: number;
  readonly droneSn: string;
  readonly line: Line;
}

interface SentFields {
  readonly batPct?: number;
}

/** A server with the alarm rules, and drones of one company that come in by lines. */
export interface LineFleet {
  readonly server: () => AlarmFixture;
  readonly companyId: string;
  readonly getKey: (accessKeyId?: string) => Line;
  readonly getGateway: (sn: string) => Line;
  /** Drones in the air that all come in by one line. */
  readonly takeOff: (count: number, line: Line) => Promise<readonly LineDrone[]>;
  /** Lets these send each second; everything else is silent meanwhile. */
  readonly fly: (drones: readonly LineDrone[], seconds: number, fields?: SentFields) => Promise<void>;
  /** All alarms, oldest first, a line each. */
  readonly read: () => Promise<string[]>;
  /** Stops the server and starts another one after so many seconds. @returns the drones as that one has them */
  readonly restart: (drones: readonly LineDrone[], seconds: number) => Promise<readonly LineDrone[]>;
}

export async function createLineFleet(ctx: TestPlatform): Promise<LineFleet> {
  let server = await startAlarms(ctx, { rules: {} });
  const company = await (await createFlightFactory(ctx)).createCompany();
  let [named, sent] = [0, 0];
  const getKey = (accessKeyId = "1") =>
    server.live.lines.ofKey({ accessKeyId, accessKey: `AK${accessKeyId}`, companyId: company.id });
  const getGateway = (sn: string) => server.live.lines.ofGateway(sn);
  return {
    server: () => server,
    companyId: company.id,
    getKey,
    getGateway,
    takeOff: async (count, line) => {
      const planned = Array.from({ length: count }, () => {
        named += 1;
        const droneSn = `D-${String(named).padStart(3, "0")}`;
        const identity = { id: ctx.platform.newId(), createdAt: ctx.clock.now(), name: "巡检", droneSn };
        return createReportedTask(company, { ...identity, taskNo: `RW-${droneSn}`, search: droneSn });
      });
      const stored = await ctx.db.insert(tasks).values(planned).returning();
      return stored.map((task) => ({
        droneSn: task.droneSn,
        slot: server.live.registry.open({ ...task, startedAt: null }) ?? -1,
        line,
      }));
    },
    fly: async (drones, seconds, fields = {}) => {
      for (let second = 0; second < seconds; second++) {
        ctx.clock.advance(1_000);
        const at = ctx.clock.now().getTime();
        const batch = createBatch(drones.length);
        sent += 1;
        for (const { slot, line } of drones) {
          const open = server.live.registry.getBySlot(slot);
          if (open) open.line = line;
          noteHeard(line, at);
          const position = samplePosition(sent * 5);
          appendSample(batch, slot, {
            seq: sent,
            tSrc: at,
            phase: "mission",
            hRel: 60,
            hAgl: 60,
            vH: 5,
            batPct: 80,
            ...fields,
            ...position,
            // Far from each other, so that nobody is too near.
            lat: position.lat + slot * 100_000,
          });
        }
        server.live.registry.ingest(batch, at);
        server.live.tick();
        await server.live.alarms.flush();
      }
    },
    read: async () =>
      (await server.read()).map(
        ({ kind, state, droneSn, lineName }) => `${kind} ${state} ${droneSn}${lineName}`,
      ),
    restart: async (drones, seconds) => {
      await server.stop();
      ctx.clock.advance(seconds * 1_000);
      server = await startAlarms(ctx, { rules: {} }, (live) =>
        restoreFlights(ctx.db, live, ctx.clock.now(), ctx.platform.onError),
      );
      return drones.map(({ droneSn, line }) => ({
        droneSn,
        line: getKey(line.id.slice("key ".length)),
        slot: server.live.registry.getByDrone(droneSn)?.slot ?? -1,
      }));
    },
  };
}
