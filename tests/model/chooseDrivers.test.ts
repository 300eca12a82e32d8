import { expect, test } from "vitest";
import { chooseDrivers } from "../e2e/model/qa/runInBrowser.ts";

const choose = (machine?: string, page?: string, path?: number) =>
  chooseDrivers({ machine, page, path }).map((driver) => `${driver.machine} ${driver.title}`);

test("one page of a machine can be chosen, and pages without the path are left out", () => {
  expect(choose("list", "账号列表")).toEqual(["list 账号列表"]);
  expect(choose("list").length).toBeGreaterThan(20);
  // Most pages walk one path; the whole machine is walked on one of them.
  expect(choose("list", undefined, 3)).toEqual(["list 账号列表"]);
});

test("what nothing is called by is told with what can be chosen", () => {
  expect(() => choose("list", "账号")).toThrow(/^There is no page 账号: 账号列表, /);
  expect(() => choose("layout")).toThrow(/^There is no machine in the browser layout: session, idle, /);
  expect(() => choose("passwordWarning", undefined, 99)).toThrow("No page that was chosen has a path 99");
});
