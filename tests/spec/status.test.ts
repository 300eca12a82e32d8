import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { companyStatusMachine } from "../../machines/status/company.ts";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { invoiceStatusMachine } from "../../machines/status/invoice.ts";
import { orderPayStatusMachine } from "../../machines/status/orderPay.ts";
import { smsStatusMachine } from "../../machines/status/sms.ts";
import { smsBatchStatusMachine } from "../../machines/status/smsBatch.ts";
import { staffStatusMachine } from "../../machines/status/staff.ts";
import { userStatusMachine } from "../../machines/status/user.ts";

/** Machines by their name in the table. Cast to string types: the tests check that statuses and events exist. */
const machines = {
  company: companyStatusMachine,
  invoice: invoiceStatusMachine,
  orderPay: orderPayStatusMachine,
  user: userStatusMachine,
  staff: staffStatusMachine,
  sms: smsStatusMachine,
  smsBatch: smsBatchStatusMachine,
} as unknown as Readonly<Record<string, StatusMachine<string, string>>>;

const lines = readFileSync(new URL("status.csv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1);

describe("the machines match the hand-written status table", () => {
  test.each(lines.map((line) => line.split(",") as [string, string, string, string, string]))(
    "%s in %s (%s), %s: %s",
    (entity, status, name, event, result) => {
      const machine = machines[entity];
      expect(machine?.label(status)).toBe(name);
      expect(machine?.next(status, event)).toBe(result === "拒绝" ? null : result);
      expect(machine?.allowed(status).includes(event)).toBe(result !== "拒绝");
    },
  );

  test("the table contains every state and event of every machine", () => {
    for (const [entity, { machine }] of Object.entries(machines)) {
      const named = lines.filter((line) => line.startsWith(`${entity},`)).map((line) => line.split(","));
      expect(new Set(named.map(([, status]) => status))).toEqual(new Set(Object.keys(machine.states)));
      expect(new Set(named.map(([, , , event]) => event))).toEqual(new Set(machine.events));
    }
  });
});
