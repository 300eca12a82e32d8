import { writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createReplay } from "../../demo/replay.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { taskEvents } from "../../server/db/schema/taskEvent.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { createFlightFactory } from "./flightFactory.ts";
import { findRecordedFlight, generateGpx } from "./recordedFlights.ts";

const ctx = await createTestPlatform();
const folder = createTemporaryFolder("replay");
await (await createFlightFactory(ctx)).createCompany();
afterAll(async () => {
  folder[Symbol.dispose]();
  await ctx.close();
});

/** Starts to replay a file; `play` goes on for so long. */
async function startReplay(file: string) {
  const source = await createReplay(ctx.platform, ctx.live, file);
  const open = ctx.live.registry.getByDrone(`REPLAY-${path.parse(file).name}`.slice(0, 40));
  if (!open) throw new Error("The replay has no task");
  const { id } = open.task;
  return {
    id,
    play: async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        ctx.clock.advance(1_000);
        source.run();
        ctx.live.tick();
      }
      await ctx.live.writes.flush();
    },
    getTask: async () => {
      const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, id));
      return task;
    },
    listEvents: async () =>
      (await ctx.db.select().from(taskEvents).where(eq(taskEvents.taskId, id))).map(
        ({ kind, toValue }) => `${kind} ${toValue}`,
      ),
  };
}

function writeRecording(name: string, text: string): string {
  const file = path.join(folder.path, name);
  writeFileSync(file, text);
  return file;
}

const heading =
  "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(meters),speed(m/s),isPhoto,flycState,message";
/** A flight of 30 s that is forced home by its battery at 20 s, with two photos. */
const createAirdata = () =>
  [
    heading,
    ...Array.from({ length: 31 }, (_, i) => {
      const mode = i < 2 ? "Motors_Started" : i < 20 ? "P-GPS" : i < 29 ? "Go_Home" : "P-GPS";
      const height = i < 3 || i >= 29 ? 0 : 30;
      const message = i === 20 ? "Critical low battery. Aircraft returning to home" : "";
      const photo = i === 8 || i === 12 ? 1 : 0;
      const lat = (39.92 + i * 0.00001).toFixed(6);
      return `${i * 1_000},2026-01-05 01:00:00,${lat},105.46,${height},1,${photo},${mode},${message}`;
    }),
  ].join("\n");

describe("a replayed flight", () => {
  test("of Airdata ends with its recording, for the reason and with the photos of it", async () => {
    const replay = await startReplay(writeRecording("battery.csv", createAirdata()));
    await replay.play(29);
    expect(await replay.getTask()).toMatchObject({ status: "running", photoCount: 0 });
    await replay.play(2);
    expect(await replay.getTask()).toMatchObject({
      status: "finished",
      endReason: "电量严重不足",
      photoCount: 2,
      durationS: 30,
      maxHeightM: 30,
    });
    expect(ctx.live.registry.getByTask(replay.id)).toBeUndefined();
    expect(await replay.listEvents()).toEqual([
      "started running",
      "phase preparing",
      "phase manual",
      "photo 1",
      "photo 2",
      "phase returning",
      "phase landed",
      "ended finished",
    ]);
    const [flight] = await ctx.db.select().from(flights).where(eq(flights.taskId, replay.id));
    expect(flight).toMatchObject({ endReason: "电量严重不足", photoCount: 2, source: "replay" });
  });

  test("of GPX is in the air by height and speed, and ends with its recording", async () => {
    const climbing = generateGpx().replaceAll(
      "<ele>1250.5</ele>",
      () => `<ele>${1_250.5 + heightStep++ / 5}</ele>`,
    );
    const replay = await startReplay(writeRecording("track.gpx", climbing));
    await replay.play(61);
    expect((await replay.getTask())?.status).toBe("running");
    await replay.play(2);
    expect(await replay.getTask()).toMatchObject({ status: "finished", endReason: "已降落" });
    // A phase that nobody told is none: nothing says that it landed.
    expect((await replay.listEvents()).filter((event) => event.startsWith("phase"))).toEqual([]);
  });

  test("that is closed by hand is over", async () => {
    const replay = await startReplay(writeRecording("closed.csv", createAirdata()));
    await replay.play(10);
    const accepted = ctx.live.samples.accepted();
    ctx.live.registry.closeStored(replay.id, "演示结束", ctx.clock.now().getTime());
    await replay.play(30);
    expect(ctx.live.samples.accepted()).toBe(accepted);
    expect((await replay.listEvents()).at(-1)).toMatch(/^ended/);
  });

  test.runIf(findRecordedFlight("dji_air-2s.gpx"))("of the real GPX track leaves nothing open", async () => {
    const replay = await startReplay(findRecordedFlight("dji_air-2s.gpx") ?? "");
    await replay.play(1_180);
    expect(await replay.getTask()).toMatchObject({ status: "finished", endReason: "已降落" });
    expect(ctx.live.registry.getByTask(replay.id)).toBeUndefined();
  });
});

let heightStep = 0;
