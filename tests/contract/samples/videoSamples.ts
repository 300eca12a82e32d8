import type { videoCalls } from "../../../adapters/contract/video.ts";
import { flights, flightVideos } from "../../../server/db/schema/flight.ts";
import { createTask } from "./flightSamples.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

/** Inserts a flight with one video; returns the video's id. */
async function createVideo(context: SampleContext): Promise<string> {
  const { db, platform, clock } = context.ctx;
  const [taskId, company, now] = [await createTask(context), await context.getCompany(), clock.now()];
  const [id, flightId] = [platform.newId(), platform.newId()];
  const droneSn = "SAMPLE-DRONE";
  await db
    .insert(flights)
    .values({ id: flightId, taskId, companyId: company.id, droneSn, source: "device", startedAt: now });
  await db.insert(flightVideos).values({
    id,
    taskId,
    flightId,
    createdAt: now,
    updatedAt: now,
    name: "样例视频",
    lens: "wide",
    location: "demo:road",
    startedAt: now,
    durationS: 60,
    bytes: "600000",
  });
  return id;
}

export const videoSamples: Samples<typeof videoCalls> = {
  mediaPull: {
    role: "duty",
    args: async (context) => ({
      params: { taskId: await createTask(context, { status: "running" }), mode: "flv" },
      query: { quality: "2" },
    }),
    invalid: { args: { params: { taskId: "1", mode: "avi" } }, path: "mode" },
  },
  taskVideos: {
    role: "duty",
    args: async (context) => ({ params: { id: await createTask(context) } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
  videoOffset: {
    role: "maintainer",
    args: async (context) => ({
      body: {
        id: await createVideo(context),
        version: 1,
        offsetMs: 1_500,
        requestId: context.nextRequestId(),
      },
    }),
    invalid: {
      args: { body: { id: "1", version: 1, offsetMs: 99_000_000, requestId: "12345678" } },
      path: "offsetMs",
    },
  },
};
