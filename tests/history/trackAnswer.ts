import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import type { taskCalls } from "../../adapters/contract/task.ts";
import { createTaskRow } from "../live/createTaskRow.ts";
import { encodeSamples, toBase64 } from "./trackBytes.ts";

/** The track call's answer for flight 2 of task 1, with samples at these ms in one chunk. */
export const createAnswer = (times: readonly number[]): EndpointData<typeof taskCalls.taskTrack> => ({
  task: createTaskRow({ status: "finished" }),
  flights: [
    {
      id: "2",
      startedAt: new Date(0).toISOString(),
      endedAt: null,
      flightNo: "RW1",
      endReason: "",
      durationS: null,
      distanceM: null,
      isDistanceIncomplete: false,
      maxHeightM: null,
      photoCount: 0,
      alarmCount: 0,
      clockOffsetMs: 0,
    },
  ],
  points:
    times.length === 0 ? [] : [{ flightId: "2", bytes: toBase64(encodeSamples(times.map((ms) => [ms]))) }],
  events: [],
  outages: [],
  alarms: [],
});
