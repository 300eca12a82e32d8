import { expect, test } from "vitest";
import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { groupByPlace } from "../../src/wall/groupByPlace.ts";
import { createAlarm } from "../alarms/createAlarm.ts";

const show = (...alarms: readonly Partial<AlarmRow>[]) =>
  groupByPlace(alarms.map((fields) => createAlarm(fields))).map(
    ({ name, count, worst }) => `${worst.priority} ${name} ${count}`,
  );

test("open alarms are counted by county, that of the most urgent one first", () => {
  expect(
    show(
      { priority: "p1", place: "北京市海淀区，中关村机场正北 3.2 公里" },
      { priority: "p2", place: "广东省深圳市南山区，深圳市南山区西南 400 米" },
      { priority: "p3", place: "北京市海淀区，北京市海淀区附近" },
      { priority: "p3", place: "内蒙古自治区呼伦贝尔市鄂伦春自治旗" },
      { priority: "p3", place: "新疆维吾尔自治区克孜勒苏柯尔克孜自治州乌恰县，乌恰县正北 40.0 公里" },
    ),
  ).toEqual(["p1 北京市海淀区 2", "p2 深圳市南山区 1", "p3 呼伦贝尔市鄂伦春自治旗 1", "p3 乌恰县 1"]);
});

test("alarms without a place are counted too", () => {
  expect(
    show({ kind: "unattended", place: "", taskId: null, taskNo: "", taskName: "", droneSn: "" }),
  ).toEqual(["p2 与位置无关 1"]);
});
