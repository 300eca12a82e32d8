import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { loadStoredTrack, readSamples } from "../../server/telemetry/recording/storedTrack.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { restart, sendTo } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const hour = 3_600_000;
const seconds = 90;

interface Place {
  readonly at: number;
  readonly lat: number;
}

/** A flight of 90 s straight north whose clock was wrong for the first 30 s. */
async function flyWithWrongClock(droneSn: string, errorMs: number) {
  await factory.registerDrone(company, droneSn);
  const flyer = createFlyer(ctx, key, droneSn);
  for (let second = 0; second < seconds; second++) {
    const tSrc = ctx.clock.now().getTime() + 1_000 + (second < 30 ? errorMs : 0);
    await flyer.send({
      phase: "mission",
      hRel: 60,
      vH: 5,
      seq: second,
      ...samplePosition(second * 5),
      tSrc,
    });
  }
  const [flight] = await ctx.db.select().from(flights).where(eq(flights.droneSn, droneSn));
  if (!flight) throw new Error("There is no flight");
  return flight;
}

/** As a page reads it. */
async function readPoints(taskId: string): Promise<Place[]> {
  const { body } = await ctx.callAs("duty", taskCalls.taskTrack, { params: { id: taskId }, query: {} });
  const { flights: flown, points } = body.data as EndpointData<typeof taskCalls.taskTrack>;
  const offset = flown[0]?.clockOffsetMs ?? Number.NaN;
  return points.flatMap(({ bytes }) => {
    const { t0, count, columns } = decodeTrackChunk(new Uint8Array(Buffer.from(bytes, "base64")).buffer);
    return Array.from({ length: count }, (_, i) => ({
      at: t0 + (columns.dt[i] ?? 0) + offset,
      lat: columns.lat[i] ?? 0,
    }));
  });
}

const byTime = (track: readonly Place[]) => track.toSorted((a, b) => a.at - b.at);
const byWay = (track: readonly Place[]) => track.toSorted((a, b) => a.lat - b.lat);

/** From the first to the last sample by the server's clock, s. */
const getSpan = (track: readonly Place[]) => ((track.at(-1)?.at ?? 0) - (track[0]?.at ?? 0)) / 1_000;

describe.each([
  { title: "five years behind", droneSn: "CLOCK-1", errorMs: -43_830 * hour },
  { title: "eight hours ahead", droneSn: "CLOCK-2", errorMs: 8 * hour },
  { title: "eight hours behind", droneSn: "CLOCK-3", errorMs: -8 * hour },
  { title: "five minutes behind", droneSn: "CLOCK-4", errorMs: -300_000 },
])("the track of a flight whose clock was $title at first", async ({ droneSn, errorMs }) => {
  const flight = await flyWithWrongClock(droneSn, errorMs);
  const live = await readPoints(flight.taskId);
  // The server is killed: what is not in a piece of the track is in the journal.
  const restarted = await restart(ctx);
  const { registry } = restarted;
  const open = registry.getByDrone(droneSn);
  if (!open) throw new Error("The flight is not open");
  const restored = registry.fleet.getFlightStats(open.slot);

  test("is one time line while it flies", () => {
    // All but the ten seconds in which a new clock is not believed yet.
    expect(live.length).toBeGreaterThan(seconds - 15);
    expect([byTime(live), byWay(live), getSpan(live)]).toEqual([live, live, seconds - 1]);
  });

  test("is one time line after a restart", async () => {
    const [stored] = await ctx.db.select().from(flights).where(eq(flights.id, flight.id));
    const track = await loadStoredTrack(ctx.db, flight.id, stored?.clockOffsetMs ?? null);
    const places = [...readSamples(track)].map(({ atMs, latE7 }) => ({ at: atMs, lat: latE7 }));
    expect(places.length).toBeGreaterThan(seconds - 15);
    expect([byTime(places), byWay(places), getSpan(places)]).toEqual([places, places, seconds - 1]);
  });

  test("goes on after a restart with its figures, by the newer clock", () => {
    const [first, last] = [restored.firstAt ?? Number.NaN, restored.lastAt ?? Number.NaN];
    expect(Math.round((last - first) / 1_000)).toBe(seconds - 1);
    expect(restored.distanceM).toBeGreaterThan(380);
    const before = registry.fleet.seq[open.slot];
    const tSrc = ctx.clock.now().getTime() + 1_000;
    sendTo(restarted, open, {
      seq: seconds,
      tSrc,
      ...samplePosition(450),
      hRel: 60,
    });
    expect([before, registry.fleet.seq[open.slot]]).toEqual([0, seconds]);
  });
});
