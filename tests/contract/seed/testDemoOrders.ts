import { beforeAll, describe, expect, test } from "vitest";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { goods } from "../../../server/db/schema/goods.ts";
import { type OrderRecord, orders } from "../../../server/db/schema/order.ts";
import { orderEvents } from "../../../server/db/schema/orderEvent.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { serialNumbers } from "../../../server/db/schema/serialNumber.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import type { SeededMoment } from "./seedMoment.ts";

const dayMs = 86_400_000;

const sum = <T>(rows: readonly T[], get: (row: T) => number) =>
  rows.reduce((total, row) => total + get(row), 0);

export const testDemoOrders = (get: () => SeededMoment) =>
  describe("the demo orders", () => {
    let allOrders: OrderRecord[];
    let grants: ServiceGrantRecord[];
    beforeAll(async () => {
      allOrders = await get().db.select().from(orders).orderBy(orders.id);
      grants = await get().db.select().from(serviceGrants);
    });

    test("are 2,000 over 18 months, with every status, type and payment method", () => {
      expect(allOrders).toHaveLength(2000);
      const times = allOrders.map(({ createdAt }) => createdAt.getTime());
      expect(get().now.getTime() - Math.min(...times)).toBeGreaterThan(400 * dayMs);
      expect(get().now.getTime() - Math.min(...times)).toBeLessThan(550 * dayMs);
      expect(Math.max(...times)).toBeLessThanOrEqual(get().now.getTime());
      const listValues = (name: "status" | "type" | "payMethod") =>
        [...new Set(allOrders.map((order) => order[name]))].sort().join(" ");
      expect(listValues("status")).toBe("auditing cancelled finished paid pending refunded refunding");
      expect(listValues("type")).toBe("expand new renew trial");
      expect(listValues("payMethod")).toBe("alipay bank wechat");
      expect(
        allOrders.filter(({ status, paidFen }) => status === "pending" && paidFen > 0).length,
      ).toBeGreaterThan(5);
    });

    test("have ascending numbers of DD, day and six digits, and the serial number continues", async () => {
      const numbers = allOrders.map(({ orderNo }) => orderNo);
      for (const [index, number] of numbers.entries()) {
        expect(number).toMatch(/^DD20[23]\d[01]\d[0-3]\d\d{6}$/);
        if (index > 0) expect(number > (numbers[index - 1] ?? "")).toBe(true);
      }
      const last = numbers.at(-1) ?? "";
      const counted = (await get().db.select().from(serialNumbers)).find(
        ({ key }) => key === last.slice(0, 10),
      );
      expect(counted?.last).toBe(Number(last.slice(10)));
    });

    test("have consistent amounts of goods, discount, payments and tax lines", async () => {
      const pays = await get().db.select().from(orderPays);
      for (const order of allOrders) {
        const items = sum(order.items, ({ amountFen }) => amountFen);
        expect([order.totalFen, order.payableFen]).toEqual([items, items - order.discountFen]);
        expect(sum(order.taxLines, ({ amountFen }) => amountFen)).toBe(order.payableFen);
        const own = pays.filter(({ orderId }) => orderId === order.id);
        const arrived = own.filter(({ status }) => status === "confirmed" || status === "refunded");
        expect(sum(arrived, ({ amountFen }) => amountFen)).toBe(order.paidFen);
        const waiting = own.filter(({ status }) => status === "pending");
        expect(sum(waiting, ({ amountFen }) => amountFen)).toBe(order.pendingFen);
        expect(order.refundFen).toBe(order.status === "refunded" ? order.paidFen : 0);
        const settled = ["paid", "refunding", "refunded", "finished"].includes(order.status);
        expect(
          order.paidFen === order.payableFen && order.status !== "auditing" && order.status !== "cancelled",
        ).toBe(settled);
      }
    });

    test("were created, registered and audited by different people", async () => {
      const pays = await get().db.select().from(orderPays);
      const creators = new Map(allOrders.map(({ id, createdByName }) => [id, createdByName]));
      for (const { orderId, auditorName, registeredByName } of pays) {
        if (auditorName === "") continue;
        expect(auditorName).not.toBe(registeredByName);
        expect(auditorName).not.toBe(creators.get(orderId));
      }
    });

    test("have events that lead to their status", async () => {
      const events = await get().db.select().from(orderEvents).orderBy(orderEvents.id);
      for (const order of allOrders) {
        const own = events.filter(({ orderId }) => orderId === order.id);
        expect(own[0]?.kind).toBe("create");
        expect([own.at(-1)?.status, own.length]).toEqual([order.status, order.version]);
        const times = own.map(({ at }) => at.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(Math.max(...times)).toBeLessThanOrEqual(get().now.getTime());
      }
    });

    test("match the sums of companies and channels, the expiry of companies and the sales of goods", async () => {
      for (const company of await get().db.select().from(companies)) {
        const own = allOrders.filter(({ companyId }) => companyId === company.id);
        expect(company.orderAmountFen).toBe(sum(own, ({ paidFen, refundFen }) => paidFen - refundFen));
        const kept = grants.filter(({ companyId, endedAt }) => companyId === company.id && endedAt === null);
        const ends = [...Map.groupBy(kept, ({ serviceId }) => serviceId).values()].map((same) =>
          Math.max(...same.map(({ expireAt }) => expireAt.getTime())),
        );
        const inForce = ends.filter((end) => end > get().now.getTime());
        const next = inForce.length > 0 ? Math.min(...inForce) : Math.max(...ends);
        expect(company.expireAt?.getTime() ?? null).toBe(ends.length > 0 ? next : null);
        expect(
          own.filter(({ type, status }) => type === "trial" && status !== "cancelled").length,
        ).toBeLessThan(2);
      }
      for (const channel of await get().db.select().from(channelCodes)) {
        const own = allOrders.filter(({ channelCodeId }) => channelCodeId === channel.id);
        expect(channel.orderAmountFen).toBe(sum(own, ({ paidFen, refundFen }) => paidFen - refundFen));
        expect(channel.commissionFen).toBe(sum(own, ({ earnedFen }) => earnedFen));
      }
      const sold = allOrders.filter(({ status }) => ["paid", "refunding", "finished"].includes(status));
      for (const { id, soldCount } of await get().db.select().from(goods))
        expect(soldCount).toBe(
          sum(sold, ({ items }) =>
            sum(
              items.filter(({ goodsId }) => goodsId === id),
              ({ quantity }) => quantity,
            ),
          ),
        );
    });

    test("have grants for what they sell, which are ended if refunded", () => {
      for (const order of allOrders) {
        const own = grants.filter(({ orderId }) => orderId === order.id);
        const granted = ["paid", "refunding", "refunded", "finished"].includes(order.status);
        expect(own).toHaveLength(granted ? sum(order.items, ({ services }) => services.length) : 0);
        if (order.status === "refunded") for (const { endedAt } of own) expect(endedAt).not.toBeNull();
        if (order.status === "paid") expect(order.endAt?.getTime()).toBeGreaterThan(get().now.getTime());
        if (order.status === "finished")
          expect(order.endAt?.getTime()).toBeLessThanOrEqual(get().now.getTime());
      }
      for (const { used, total } of grants) expect(used <= total && used >= 0).toBe(true);
    });
  });
