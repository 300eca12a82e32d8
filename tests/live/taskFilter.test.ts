import { expect, test } from "vitest";
import type { TaskRow } from "../../adapters/contract/task.ts";
import {
  filterTasks,
  parseFilter,
  searchTasks,
  toSearchParams,
} from "../../src/pages/page/live/taskFilter.ts";

test("the filter is written to the URL and parsed from it", () => {
  const filter = { keyword: "巡检", kind: "patrol", state: "", sort: "battery" } as const;
  const query = toSearchParams(filter, new URLSearchParams("other=1"));
  expect(query.get("other")).toBe("1");
  expect(parseFilter(query)).toEqual(filter);
  expect(parseFilter(new URLSearchParams("sort=nonsense")).sort).toBe("started");
});

test("the keyword matches all identifying fields; sorting by battery puts unknown values last", () => {
  const task = (id: string, name: string, batPct: number | null) =>
    ({
      id,
      name,
      taskNo: `RW${id}`,
      companyName: "企业",
      pilotName: "张三",
      droneSn: `SN${id}`,
      droneModel: "M30",
      kind: "patrol",
      last: { batPct },
    }) as unknown as TaskRow;
  const tasks = [task("1", "甲", null), task("2", "乙", 80), task("3", "丙", 20)];
  const by = (keyword: string) =>
    filterTasks(tasks, { keyword, kind: "", state: "", sort: "battery" }).map(({ id }) => id);
  expect(by("")).toEqual(["3", "2", "1"]);
  expect(by("sn2")).toEqual(["2"]);
  expect(by("丙")).toEqual(["3"]);
  expect(by("100%")).toEqual([]);
});

test("planned tasks are searched too and keep their order, whatever phase is selected", () => {
  const createPlannedTask = (id: string, companyName: string, kind: string) =>
    ({
      id,
      name: "巡检",
      taskNo: id,
      companyName,
      pilotName: "",
      droneSn: "",
      droneModel: "",
      kind,
      last: null,
    }) as unknown as TaskRow;
  const tasks = [
    createPlannedTask("2", "鹰峰电力", "survey"),
    createPlannedTask("1", "鹰峰电力", "patrol"),
    createPlannedTask("3", "华泽", "patrol"),
  ];
  const by = (keyword: string, kind = "") => searchTasks(tasks, { keyword, kind }).map(({ id }) => id);
  expect(by("")).toEqual(["2", "1", "3"]);
  expect(by(" 鹰峰 ")).toEqual(["2", "1"]);
  expect(by("鹰峰", "patrol")).toEqual(["1"]);
});

test("a task is found by its pilot's phone, full or last four digits, as far as the mask shows it", () => {
  const task = (id: string, pilotPhone: string, backupPhone: string) =>
    ({
      id,
      name: "",
      taskNo: "",
      companyName: "",
      pilotName: "",
      droneSn: "",
      droneModel: "",
      kind: "patrol",
      pilotPhone,
      backupPhone,
    }) as unknown as TaskRow;
  const tasks = [task("1", "138****0013", ""), task("2", "159****0013", "186****2222"), task("3", "", "")];
  const by = (keyword: string) => searchTasks(tasks, { keyword, kind: "" }).map(({ id }) => id);
  expect(by("0013")).toEqual(["1", "2"]);
  expect(by("2222")).toEqual(["2"]);
  expect(by("138 1234 0013")).toEqual(["1"]);
  expect(by("+86 18612342222")).toEqual(["2"]);
  for (const part of ["013", "138", "13812340014", "1381234001", "****"]) expect(by(part)).toEqual([]);
});
