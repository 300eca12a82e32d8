import { expect, it } from "vitest";
import type { CompanyView } from "../../adapters/contract/graphql/companyView.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import { getFigures } from "../../src/pages/account/company/CompanyHead.tsx";
import { getCompanyTabs } from "../../src/pages/account/company/getCompanyTabs.ts";

const getKeys = (roles: readonly Role[], extensions = true) =>
  getCompanyTabs({ user: { roles }, config: { extensions } }).map(({ key }) => key);

it.each([
  ["admin", "orders payments invoices services users drones boxes hangars flights alarms sms audit"],
  ["operator", "orders payments invoices services users drones boxes hangars flights alarms sms"],
  ["finance", "orders payments invoices services users"],
  ["maintainer", "drones boxes hangars flights alarms"],
] as const)("offers %s the lists that the role may read", (role, keys) => {
  expect(getKeys([role]).join(" ")).toBe(keys);
});

it("leaves out what another platform lacks", () => {
  expect(getKeys(["admin"], false).join(" ")).toBe("orders invoices services users boxes flights sms");
});

it("counts the alarms where the platform tells", () => {
  const countAlarms = (view: Pick<CompanyView, "alarms">) =>
    getCompanyTabs({ user: { roles: ["admin"] }, config: { extensions: true } })
      .find(({ key }) => key === "alarms")
      // No test reads the rest of the view.
      ?.count(view as CompanyView);
  expect(countAlarms({ alarms: { total: 7, rows: [] } })).toBe(7);
  expect(countAlarms({ alarms: null })).toBeUndefined();
});

const head = {
  expireAt: "2026-12-01T00:00:00.000Z",
  expireServiceName: "影像采集",
  expiring30: 2,
  expireInDays: 8,
  orderAmountFen: 100_00,
  unpaidFen: 0,
  openInvoices: 2,
  userCount: 3,
  devicesOnline: 1,
  deviceCount: 4,
  flightsThisMonth: 1_234,
} as CompanyView["head"];
/** The first minute of November in Shanghai. */
const now = new Date("2026-10-31T16:00:30Z");
const getTexts = (changes: Partial<CompanyView["head"]>) =>
  getFigures({ ...head, ...changes }, now).map(({ label, text, warning }) => [label, text, warning ?? false]);

it("shows the figures, and warns of an end within 30 days and of unpaid orders", () => {
  expect(getTexts({})).toEqual([
    ["服务到期 2026-12-01（影像采集）", "剩 8 天", true],
    ["30 天内到期", "2 项", true],
    ["实收金额", "¥100.00", false],
    ["未付", "¥0.00", false],
    ["待开发票", "2", false],
    ["用户", "3", false],
    ["在线设备", "1 / 4", false],
    ["本月飞行", "1,234", false],
  ]);
  expect(getTexts({ expireInDays: 31 })[0]).toEqual(["服务到期 2026-12-01（影像采集）", "剩 31 天", false]);
  expect(getTexts({ expireInDays: 0 })[0]).toEqual(["服务到期 2026-12-01（影像采集）", "已到期", true]);
  expect(getTexts({ expireAt: null, expireInDays: null })[0]).toEqual(["服务到期", "没有服务", false]);
  expect(getTexts({ expiring30: 0 })[1]).toEqual(["30 天内到期", "0 项", false]);
  expect(getTexts({ unpaidFen: 1 })[3]).toEqual(["未付", "¥0.01", true]);
});

it("leads to the records that a figure counts", () => {
  const conditions = new Map(getFigures(head, now).map(({ label, conditions: of }) => [label, of]));
  expect(conditions.get("未付")).toBe("&status=pending,auditing");
  expect(conditions.get("待开发票")).toBe("&status=applied");
  expect(conditions.get("本月飞行")).toBe(
    "&from=2026-10-31T16%3A00%3A00.000Z&to=2026-11-01T15%3A59%3A59.999Z",
  );
  expect(conditions.get("实收金额")).toBeUndefined();
});

it("has no text for what the role may not see or the platform does not provide", () => {
  const texts = getTexts({
    unpaidFen: null,
    openInvoices: null,
    devicesOnline: null,
    flightsThisMonth: null,
  });
  expect(texts.filter(([, text]) => text === null).map(([label]) => label)).toEqual([
    "未付",
    "待开发票",
    "在线设备",
    "本月飞行",
  ]);
});
