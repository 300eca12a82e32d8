import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { alarmCalls } from "../../../adapters/contract/alarm.ts";
import { callRights } from "../../../adapters/contract/callRights.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { goodsCalls } from "../../../adapters/contract/goods.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { notificationAudience } from "../../../adapters/contract/notification.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { parseMeta } from "../../../build/pageMeta.ts";
import { canAccessPage } from "../../../machines/permissions.ts";
import { listRightAreas } from "../../../server/modules/roleRight/rightAreas.ts";
import { canCall, selectActs } from "../../../src/list/canCall.ts";
import { formatChanges, hasRight, setRights } from "../../../src/pages/account/roleRights/roleChanges.ts";

const [orders, audit, orderFile] = ["/order/v3/pageList", "/order/v3/financial/audit", "/order/v3/export"];

test.each([
  ["a call of the role", ["finance"], [], [], orderCalls.orderAudit, true],
  ["a call that was taken", ["finance"], [], [audit], orderCalls.orderAudit, false],
  ["what comes with a list that was taken", ["finance"], [], [orders], orderCalls.orderOne, false],
  ["what comes with a list that was given", ["duty"], [orders], [], orderCalls.orderOne, true],
  ["an act on a list that was given", ["duty"], [orders], [], orderCalls.orderCreate, false],
  ["a file of a list without it", ["finance"], [], [orderFile], orderCalls.orderExport, false],
  [
    "what comes with two, of which one was taken",
    ["operator"],
    [],
    ["/logo/submit/:id"],
    logoCalls.logoUpload,
    true,
  ],
  [
    "what comes with two that were taken",
    ["operator"],
    [],
    ["/logo/submit/:id", "/goodsInfo/insertOrUpdate"],
    logoCalls.logoUpload,
    false,
  ],
] as const)("%s", (_, roles, given, taken, call, may) => {
  const user = { roles, changedRights: { given: [...given], taken: [...taken] } };
  expect(canCall(call, { user, config: { extensions: true } })).toBe(may);
});

test("at another platform, which tells no rights, the roles have those of the contract", () => {
  const viewer = { user: { roles: ["finance"] }, config: { extensions: false } };
  expect(canCall(orderCalls.orderAudit, viewer)).toBe(true);
  expect(canCall(goodsCalls.goodsSave, viewer)).toBe(false);
  expect(canCall(alarmCalls.alarmOpen, { ...viewer, user: { roles: ["admin"] } })).toBe(false);
});

test("an import takes the right to create and that to import", () => {
  const action = { call: goodsCalls.goodsSave, also: callRights.importRun };
  const mayAct = (taken: string[], extensions = true) =>
    selectActs(
      { user: { roles: ["operator"], changedRights: { given: [], taken } }, config: { extensions } },
      [action],
    ).length > 0;
  expect([mayAct([]), mayAct([callRights.importRun.path]), mayAct([goodsCalls.goodsSave.path])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(mayAct([], false)).toBe(false);
});

test("a page goes with its right, but never from admins", () => {
  const page = { roles: ["admin", "finance"], right: "/order/v3/pageList" } as const;
  const [given, taken] = [
    { given: [orders], taken: [] },
    { given: [], taken: [orders] },
  ];
  expect(canAccessPage({ roles: ["finance"], changedRights: taken }, page)).toBe(false);
  expect(canAccessPage({ roles: ["duty"], changedRights: given }, page)).toBe(true);
  expect(canAccessPage({ roles: ["duty"], changedRights: taken }, page)).toBe(false);
  expect(canAccessPage({ roles: ["admin"], changedRights: taken }, page)).toBe(true);
});

test("the right of a page and of a notification is that of a call with the same roles", () => {
  const rolesOf = (right: unknown) =>
    [...(Object.values<Endpoint>(contract).find((call) => call.path === right)?.access ?? [])].sort();
  const root = path.resolve(import.meta.dirname, "../../..");
  for (const file of globSync("src/pages/**/*.page.tsx", { cwd: root })) {
    const { right, roles, path: address } = parseMeta(file, readFileSync(path.join(root, file), "utf8"));
    if (right !== undefined) expect([...(roles as string[])].sort(), String(address)).toEqual(rolesOf(right));
  }
  // The roles that those to a role go to may be fewer.
  for (const [kind, { access, path: right }] of Object.entries(notificationAudience))
    expect(rolesOf(right), kind).toEqual(expect.arrayContaining([...access]));
});

test("whoever acts on records sees them", () => {
  const right = (name: string, isView: boolean, roles: ("admin" | "finance")[]) => ({
    right: name,
    label: name,
    isView,
    needs: [],
    roles,
  });
  const [view, act, file] = [
    right("/list", true, ["admin", "finance"]),
    right("/save", false, ["admin"]),
    right("/export", false, ["admin", "finance"]),
  ];
  const group = { rights: [view, act, file] };
  const none = { given: [], taken: [] };
  const withAct = setRights("finance", none, group, [act], true);
  expect(withAct).toEqual({ given: ["/save"], taken: [] });
  expect(formatChanges([group], { given: ["/save"], taken: ["/export", "/list"] })).toBe(
    "增加：/save；去掉：/list、/export",
  );
  expect(formatChanges([group], none)).toBe("预设");
  const blind = setRights("finance", withAct, group, [view], false);
  expect(blind).toEqual({ given: [], taken: ["/list", "/export"] });
  expect(setRights("finance", blind, group, [file], true)).toEqual(none);
  expect(
    setRights("finance", setRights("finance", none, group, group.rights, false), group, group.rights, true),
  ).toEqual({
    given: ["/save"],
    taken: [],
  });
  expect([view, act, file].map((one) => hasRight("finance", blind, one))).toEqual([false, false, false]);
});

test("rights stand in the order of the menu, those of a kind without a place last", () => {
  const groups = Object.fromEntries(listRightAreas().map((area) => [area.title, area.groups]));
  const titlesOf = (area: string) => groups[area]?.map(({ title }) => title);
  expect(titlesOf("运维管理")).toEqual(["云盒", "扩展模块", "机场", "无人机", "大屏"]);
  expect(titlesOf("任务管理")).toEqual(["任务", "告警", "告警规则", "值班", "管制区", "其他"]);
});

test("an act brings what its page and its form need, which the preset roles have", () => {
  const all = listRightAreas().flatMap(({ groups }) => groups.flatMap(({ rights }) => rights));
  const none = { given: [], taken: [] };
  const give = (...[right]: readonly string[]) => {
    const some = all.filter((one) => one.right === right);
    return setRights("duty", none, { rights: some }, some, true, all).given;
  };
  expect(give("/order/v3/create")).toEqual(["/order/v3/create", "/goodsInfo/pageList"]);
  expect(give("/x/invoice/profile")).toEqual(["/x/invoice/profile", "/company/pageList"]);
  // Its base has it.
  expect(give("/x/duty/note")).toEqual([]);
  for (const { right, needs, roles } of all)
    for (const need of needs)
      expect(all.find((one) => one.right === need)?.roles, `${right} needs ${need}`).toEqual(
        expect.arrayContaining(roles),
      );
});
