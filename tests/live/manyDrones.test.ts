/** @module-tag full */
import { afterAll, beforeAll, expect, test } from "vitest";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { insertAll } from "../../server/db/insertAll.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { createFleetTable } from "../../src/live/fleetTable.ts";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { createDroneRow } from "./createReportedTask.ts";
import { createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

let setup: Awaited<ReturnType<typeof setupFlights>>;
beforeAll(async () => {
  setup = await setupFlights({ NODE_ENV: "production" });
});
afterAll(() => setup.ctx.close());

const droneCount = 5_000;
const samplesPerCall = 500;
const places = Array.from({ length: droneCount }, (_, i) => samplePosition(10 * i));

/** The last snapshot that a browser makes of the live feed, with the row of each drone by its label. */
function readSnapshot() {
  const { live } = setup.ctx;
  const store = new FleetStore();
  const table = createFleetTable((indexes) => store.forget(indexes));
  const frames: ArrayBuffer[] = [];
  const client = live.feed.subscribe({
    send: (text) => {
      const { type, data } = JSON.parse(text) as { type: number; data: unknown };
      if (type === socketTypes.openTask) expect(table.applyMessage(data)).toBe(true);
    },
    sendBytes: (bytes) => frames.push(bytes.slice().buffer),
    bufferedAmount: () => 0,
    terminate: () => undefined,
  });
  client.openFleet(null);
  live.tick();
  const snapshot = frames.map((bytes) => store.decode(bytes)).at(-1);
  const rows = Array.from(
    snapshot?.columns.index ?? [],
    (index, row) => [table.getLabel(index), row] as const,
  );
  return { snapshot, rows: new Map(rows) };
}

test("5,000 signed drones fly in production; the 2,049th and the last are on the map of a browser", {
  timeout: 300_000,
}, async () => {
  const { ctx, company, key } = setup;
  const { platform, clock, db } = ctx;
  const identities = places.map((_, i) => ({
    id: platform.newId(),
    createdAt: clock.now(),
    sn: `MANY-${i + 1}`,
  }));
  await insertAll(
    db,
    drones,
    identities.map((identity) => createDroneRow(company, identity)),
  );
  let accepted = 0;
  for (let start = 0; start < droneCount; start += samplesPerCall) {
    const samples = identities
      .slice(start, start + samplesPerCall)
      .map(({ sn }, i) => createSample(ctx, sn, { phase: "mission", ...places[start + i] }));
    const { data } = await postTelemetry(ctx, key, { samples });
    accepted += (data as { accepted: number }).accepted;
  }
  expect(accepted).toBe(droneCount);
  const { snapshot, rows } = readSnapshot();
  expect(snapshot).toMatchObject({ count: droneCount, fleetSize: droneCount });
  for (const n of [2_049, droneCount]) {
    const row = rows.get(`MANY-${n}`) ?? -1;
    expect(snapshot?.columns.lat[row]).toBe(places[n - 1]?.lat);
    expect(snapshot?.singles[row]).toBe(row);
  }
});
