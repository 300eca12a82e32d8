import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import type { TaskRow, taskCalls } from "../../adapters/contract/task.ts";
import { encodeSamples, toBase64 } from "./trackBytes.ts";

const task: TaskRow = {
  id: "1",
  version: 1,
  createdAt: "1970-01-01T00:00:00.000Z",
  updatedAt: "1970-01-01T00:00:00.000Z",
  taskNo: "RW1",
  name: "巡检",
  kind: "patrol",
  status: "finished",
  companyId: "5",
  companyName: "测试企业",
  pilotId: null,
  pilotName: "",
  pilotPhone: "",
  backupPhone: "",
  droneSn: "SN1",
  droneModel: "",
  hangarId: null,
  hangarName: "",
  route: [],
  airspace: null,
  permitNo: "",
  permitFrom: null,
  permitTo: null,
  permitCeiling: null,
  uomStatus: "unknown",
  plannedAt: null,
  startedAt: null,
  endedAt: null,
  durationS: null,
  distanceM: null,
  maxHeightM: null,
  alarmCount: 0,
  photoCount: 0,
  videoCount: 0,
  endReason: "",
  last: null,
};

/** The track call's answer for flight 2 of task 1, with samples at these ms in one chunk. */
export const createAnswer = (times: readonly number[]): EndpointData<typeof taskCalls.taskTrack> => ({
  task,
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
