import type { taskCalls } from "../../../adapters/contract/task.ts";
import type { zoneCalls } from "../../../adapters/contract/zone.ts";
import type { Samples } from "./sample.ts";

const chinaBbox: [number, number, number, number] = [73, 3, 136, 54];

export const taskSamples: Samples<typeof taskCalls> = {
  taskStartList: {
    role: "duty",
    args: () => ({ body: { keyword: "巡检", kind: "patrol", bbox: chinaBbox, limit: 10 } }),
    invalid: { args: { body: { bbox: [73, 3, 136] } }, path: "bbox" },
  },
};

export const zoneSamples: Samples<typeof zoneCalls> = {
  controlZoneListPage: {
    role: "maintainer",
    args: () => ({ body: { pageNo: 1, pageSize: 20, kind: "noFly", bbox: chinaBbox } }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, kind: "lake" } }, path: "kind" },
  },
};
