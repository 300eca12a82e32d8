import { isNotNull, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { deviceOwners } from "../../../server/db/schema/deviceOwner.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { plusModules } from "../../../server/db/schema/plus.ts";
import type { SeededMoment } from "./seedMoment.ts";

export const testDemoBoxes = (get: () => SeededMoment) =>
  describe("the boxes of the demo data", () => {
    test("are 80, bound or unbound, some faulty, some offline for long", async () => {
      const all = await get().db.select().from(boxes);
      expect(all).toHaveLength(80);
      const countBoxes = (fits: (box: (typeof all)[number]) => boolean) => all.filter(fits).length;
      expect(countBoxes(({ companyId }) => companyId === null)).toBe(10);
      expect(countBoxes(({ status }) => status === "fault")).toBe(6);
      expect(countBoxes(({ status }) => status === "online")).toBeGreaterThan(30);
      const month = get().now.getTime() - 30 * 86_400_000;
      expect(
        countBoxes(({ lastSeenAt }) => lastSeenAt !== null && lastSeenAt.getTime() < month),
      ).toBeGreaterThan(4);
      expect(new Set(all.map(({ mac }) => mac)).size).toBe(80);
      for (const { mac } of all) expect(mac).toMatch(/^60:60:1F(:[0-9A-F]{2}){3}$/);
    });

    test("have one to four modules each, of different kinds", async () => {
      const modules = await get().db.select().from(plusModules);
      const byBox = Map.groupBy(modules, ({ boxId }) => boxId);
      expect(byBox.size).toBe(80);
      for (const [, own] of byBox) {
        expect(own.length).toBeLessThanOrEqual(4);
        expect(new Set(own.map(({ kind }) => kind)).size).toBe(own.length);
      }
    });

    test("have an ownership history without overlap that ends with the current owner", async () => {
      const entries = await get().db.select().from(deviceOwners).orderBy(deviceOwners.boundAt);
      const histories = Map.groupBy(entries, ({ deviceId }) => deviceId);
      expect([...histories.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(20);
      for (const { id, companyId, companyName } of await get().db.select().from(boxes)) {
        const history = histories.get(id) ?? [];
        const last = history.at(-1);
        expect(history.length).toBeGreaterThan(0);
        if (companyId === null) expect(last?.unboundAt).not.toBeNull();
        else expect(last).toMatchObject({ companyId, companyName, unboundAt: null });
        for (const [turn, entry] of history.entries()) {
          const next = history[turn + 1];
          if (next) expect(entry.unboundAt?.getTime()).toBeLessThan(next.boundAt.getTime());
          expect(entry.boundBy).toMatch(/^(郑海涛|高云飞|林国栋)$/);
        }
      }
    });

    test("match the companies' counts, and drones without a hangar use a box of their company", async () => {
      const boxesByCompany = Map.groupBy(
        await get().db.select().from(boxes).where(isNotNull(boxes.companyId)),
        ({ companyId }) => companyId,
      );
      for (const { id, boxCount } of await get().db.select().from(companies))
        expect(boxCount).toBe(boxesByCompany.get(id)?.length ?? 0);
      const linked = await get().db.select().from(drones).where(isNotNull(drones.boxId));
      expect(linked.length).toBeGreaterThan(0);
      for (const { boxId, companyId, hangarId } of linked) {
        expect(hangarId).toBeNull();
        expect(boxesByCompany.get(companyId)?.some(({ id }) => id === boxId)).toBe(true);
      }
      expect(await get().db.$count(boxes, isNull(boxes.companyId))).toBe(10);
    });
  });
