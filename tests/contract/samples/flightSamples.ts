import type { taskCalls } from "../../../adapters/contract/task.ts";
import type { zoneCalls } from "../../../adapters/contract/zone.ts";
import type { Samples } from "./sample.ts";

const china: [number, number, number, number] = [73, 3, 136, 54];

export const taskSamples: Samples<typeof taskCalls> = {
  taskStartList: {
    role: "duty",
    args: () => ({ body: { keyword: "巡检", kind: "patrol", bbox: china, limit: 10 } }),
    bad: { args: { body: { bbox: [73, 3, 136] } }, path: "bbox" },
  },
};

export const zoneSamples: Samples<typeof zoneCalls> = {
  controlZoneListPage: {
    role: "maintainer",
    args: () => ({ body: { pageNo: 1, pageSize: 20, kind: "noFly", bbox: china } }),
    bad: { args: { body: { pageNo: 1, pageSize: 20, kind: "lake" } }, path: "kind" },
  },
};
