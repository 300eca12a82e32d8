import { expect, test } from "vitest";
import { hangarStatusMachine } from "../../../machines/status/hangar.ts";
import { nextStatus } from "../../../server/records/nextStatus.ts";

test("an event that the status does not allow is refused: as done already, or as not possible", () => {
  expect(nextStatus(hangarStatusMachine, "机场", { status: "fault" as const }, "suspend")).toBe("service");
  expect(() => nextStatus(hangarStatusMachine, "机场", { status: "service" as const }, "suspend")).toThrow(
    "机场当前状态为「停用检修」，无需重复操作",
  );
  expect(() => nextStatus(hangarStatusMachine, "机场", { status: "working" as const }, "resume")).toThrow(
    "机场当前状态为「作业中」，不能这样操作，请刷新后按当前状态操作",
  );
});
