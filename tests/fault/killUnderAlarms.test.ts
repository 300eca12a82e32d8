/** @module-tag full */

import { and, eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { alarmRow } from "../../adapters/contract/alarm.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { type AlarmRecord, alarmEvents, alarms } from "../../server/db/schema/alarm.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { createApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";

const kills = 6;
const perKill = 120;
const env = { FLEET: "0" };
const openData = z.object({ alarms: z.array(alarmRow) });
const ackData = z.object({ alarms: z.array(alarmRow) });

/** Stores open alarms as a server would have; devices said them once, so no rule must find them again. */
async function insertOpenAlarms(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const at = new Date();
  const rows = Array.from(
    { length: kills * perKill },
    (_, n): AlarmRecord => ({
      id: String(5_000_000 + n),
      version: 1,
      createdAt: at,
      updatedAt: at,
      kind: "deviceHealth",
      priority: "p2",
      state: "active",
      isHolding: true,
      taskId: null,
      flightId: null,
      taskNo: "",
      taskName: "",
      companyId: null,
      companyName: "",
      droneSn: `KILL-${n}`,
      hangarId: null,
      hangarName: "",
      zoneId: null,
      zoneName: "",
      lineId: "",
      lineName: "",
      place: "",
      lng: null,
      lat: null,
      regionId: null,
      raisedAt: at,
      priorityAt: at,
      lastAt: at,
      count: 1,
      acknowledgedById: null,
      acknowledgedByName: "",
      acknowledgedAt: null,
      shelvedUntil: null,
      shelveReason: "",
      shelvedByName: "",
      suppressedBy: null,
      noDataSince: null,
      clearedAt: null,
      closedAt: null,
      closedAs: null,
      closedByName: "",
      closeNote: "",
      leaderNotifiedAt: null,
      values: {},
      search: "",
    }),
  );
  for (let start = 0; start < rows.length; start += 100)
    await db.insert(alarms).values(rows.slice(start, start + 100));
  await close();
}

it(`After each of ${kills} kills every answered acknowledgement, shelving and closing is there, with audit and log`, async () => {
  using data = createDemoFolder();
  await insertOpenAlarms(data.path);
  /** State of each alarm in the last answer about it, and how many answers there were. */
  const answered = new Map<string, { readonly state: string; readonly events: number }>();
  let server = await startServer({ dataDir: data.path, env });
  const { headers } = await loginClient(server.url, "13800000005");
  const takeover = { requestId: "takeover-before-kill", shiftId: null };
  const onDuty = await createApiClient(server.url, headers).call("POST", "/x/duty/takeover", takeover);
  expect(onDuty.state, onDuty.message).toBe(0);

  async function work(ids: readonly string[]): Promise<void> {
    const officer = createApiClient(server.url, headers);
    for (const id of ids) {
      const events = answered.get(id)?.events ?? 0;
      const acknowledged = await officer.call("POST", "/x/alarm/ack", {
        ids: [id],
        requestId: `ack-kill-${id}`,
      });
      const [row] = ackData.parse(acknowledged.data).alarms;
      if (!row) throw new Error("refused");
      answered.set(id, { state: row.state, events: events + 1 });
      const record = { id, version: row.version, requestId: `act-kill-${id}` };
      const isShelved = Number(id) % 2 === 0;
      const answer = isShelved
        ? await officer.call("POST", "/x/alarm/shelve", { ...record, minutes: 30, reason: "核实" })
        : await officer.call("POST", "/x/alarm/close", { ...record, closedAs: "other", note: "" });
      if (answer.state !== 0) throw new Error(`refused: ${answer.message}`);
      answered.set(id, { state: isShelved ? "shelved" : "gone", events: events + 2 });
    }
  }

  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const ids = Array.from({ length: perKill }, (_, n) => String(5_000_000 + kill * perKill + n));
      const before = answered.size;
      const errors: unknown[] = [];
      const lanes = [0, 1, 2].map((lane) =>
        work(ids.filter((_, n) => n % 3 === lane)).catch((error: unknown) => errors.push(error)),
      );
      await new Promise((later) => setTimeout(later, 100 + ((kill * 97) % 300)));
      await expect.poll(() => answered.size + errors.length).toBeGreaterThan(before);
      await server.stop("SIGKILL");
      await Promise.all(lanes);
      expect(errors.map(String).filter((error) => error.includes("refused"))).toEqual([]);

      server = await startServer({ dataDir: data.path, env });
      const { data: found } = await createApiClient(server.url, headers).call("GET", "/x/alarm/open");
      const open = new Map(openData.parse(found).alarms.map(({ id, state }) => [id, state]));
      // What was not answered may be done or not; what was answered is done, and perhaps the step after it.
      for (const [id, { state }] of answered) {
        const now = open.get(id) ?? "gone";
        expect([id, now === state || (state === "acknowledged" && now !== "active")]).toEqual([id, true]);
      }
    }
  } finally {
    await server.stop();
  }

  expect(answered.size).toBeGreaterThanOrEqual(kills);
  const { db, close } = await openDatabase({ url: undefined, dataDir: data.path });
  const ids = [...answered.keys()];
  const logged = await db.select().from(alarmEvents).where(inArray(alarmEvents.alarmId, ids));
  const audited = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, "alarm"), inArray(auditLog.entityId, ids)));
  await close();
  for (const [id, { events }] of answered) {
    const own = logged.filter(({ alarmId }) => alarmId === id).length;
    expect([id, own >= events]).toEqual([id, true]);
    expect([id, audited.filter(({ entityId }) => entityId === id).length]).toEqual([id, own]);
  }
});
