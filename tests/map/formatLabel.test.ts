import { expect, test } from "vitest";
import { formatLabel } from "../../src/map/drones/formatLabel.ts";

const unknownHeight = -32_768;
/** Heights in decimetres, as in a frame. */
const getLabel = (heights: { hAgl?: number; hRel?: number; hEll?: number }, alarms = 0, battery = 70) =>
  formatLabel(
    "SN1",
    {
      hAgl: Int16Array.of(heights.hAgl ?? unknownHeight),
      hRel: Int16Array.of(heights.hRel ?? unknownHeight),
      hEll: Int16Array.of(heights.hEll ?? unknownHeight),
      battery: Uint8Array.of(battery),
      alarms: Uint32Array.of(alarms),
    },
    0,
  );

test("a label names the datum of the best known height", () => {
  expect(getLabel({ hAgl: 883, hRel: 990, hEll: 5200 })).toEqual(["SN1", "真高 88 m · 70%"]);
  expect(getLabel({ hRel: 990, hEll: 5200 })).toEqual(["SN1", "相对起飞点 99 m · 70%"]);
  expect(getLabel({ hEll: 5204 })).toEqual(["SN1", "椭球高 520 m · 70%"]);
  expect(getLabel({ hRel: 0 })).toEqual(["SN1", "相对起飞点 0 m · 70%"]);
});

test("a label shows what is unknown", () => {
  expect(getLabel({}, 0, 255)).toEqual(["SN1", "高度未知 · 电量未知"]);
});

test("a label names the alarms of the position", () => {
  expect(getLabel({ hRel: 500 }, 1)).toEqual(["SN1", "相对起飞点 50 m · 70%", "定位异常"]);
  expect(getLabel({ hRel: 500 }, 2)).toEqual(["SN1", "相对起飞点 50 m · 70%", "位置跳变"]);
  expect(getLabel({ hRel: 500 }, 3)).toEqual(["SN1", "相对起飞点 50 m · 70%", "定位异常 · 位置跳变"]);
  expect(getLabel({ hRel: 500 }, 512)).toEqual(["SN1", "相对起飞点 50 m · 70%", "位置停更"]);
});
