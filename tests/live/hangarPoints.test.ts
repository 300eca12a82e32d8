import { expect, test } from "vitest";
import type { DeviceRow } from "../../adapters/contract/device.ts";
import { toHangarPoints } from "../../src/live/HangarLayer.tsx";

type Hangar = NonNullable<DeviceRow["hangar"]>;

const createHangar = (id: string, status: Hangar["status"], lng: number | null = 104.1) => ({
  id,
  name: `一号机场${id}`,
  lng,
  lat: 30.6,
  hangar: {
    status,
    cover: "closed" as const,
    altitude: 500,
    droneSn: "",
    droneBattery: null,
    windSpeed: null,
    rainfall: null,
    temperature: null,
  },
});

test("a hangar's label names its state, and its shape differs where something is wrong", () => {
  const points = toHangarPoints([
    createHangar("1", "idle"),
    createHangar("2", "working"),
    createHangar("3", "fault"),
    createHangar("4", "offline"),
    createHangar("5", "service"),
  ]);
  expect(points.map(({ label, shape }) => `${label} ${shape}`)).toEqual([
    "一号机场1 空闲 square",
    "一号机场2 作业中 square",
    "一号机场3 故障 triangle",
    "一号机场4 离线 hollowSquare",
    "一号机场5 停用检修 diamond",
  ]);
  expect(new Set(points.map(({ color }) => color)).size).toBe(5);
});

test("a hangar without a position is left out", () => {
  expect(toHangarPoints([createHangar("1", "idle", null)])).toEqual([]);
  expect(toHangarPoints([createHangar("2", "idle")])[0]?.coordinates).toEqual([104.1, 30.6]);
});

test("a state of another platform has its own word and looks like offline", () => {
  const [point] = toHangarPoints([createHangar("6", "charging" as Hangar["status"])]);
  expect(point).toMatchObject({ label: "一号机场6 charging", shape: "hollowSquare", color: "#868e96" });
});
