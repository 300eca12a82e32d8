import { describe, expect, test } from "vitest";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { smsBatches } from "../../../server/db/schema/smsBatch.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import { users } from "../../../server/db/schema/user.ts";
import type { SeededMoment } from "./seedMoment.ts";

/** Hour of the day in Shanghai. */
const getShanghaiHour = (at: Date) => (at.getUTCHours() + 8) % 24;

export const testDemoMessages = (get: () => SeededMoment) =>
  describe("the demo messages", () => {
    const getMessages = () => get().db.select().from(smsMessages).orderBy(smsMessages.id);

    test("go to users, have a signature, and are not queued", async () => {
      const phones = new Set((await get().db.select().from(users)).map(({ phoneNumber }) => phoneNumber));
      for (const { phone, content, signature, status, parts, createdAt } of await getMessages()) {
        expect(phones.has(phone)).toBe(true);
        expect(content.startsWith(`【${signature}】`)).toBe(true);
        expect(content).not.toContain("${");
        expect(["sent", "delivered", "failed", "unknown"]).toContain(status);
        expect(parts).toBe(content.length <= 70 ? 1 : Math.ceil(content.length / 67));
        expect(createdAt.getTime()).toBeLessThan(get().now.getTime());
      }
    });

    test("have every type, are mostly delivered, and have ascending times", async () => {
      const messages = await getMessages();
      expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(["verify", "notice", "marketing"]));
      const share = (status: string) => messages.filter((message) => message.status === status).length / 3000;
      expect(share("delivered")).toBeGreaterThan(0.9);
      expect(share("failed")).toBeGreaterThan(0.02);
      expect(share("unknown")).toBeGreaterThan(0);
      for (const { createdAt, sentAt, deliveredAt, status, failReason } of messages) {
        if (sentAt) expect(sentAt.getTime()).toBeGreaterThan(createdAt.getTime());
        if (deliveredAt) expect(deliveredAt.getTime()).toBeGreaterThan(sentAt?.getTime() ?? Number.NaN);
        expect(failReason !== "").toBe(status === "failed" || status === "unknown");
      }
    });

    test("of marketing end with the opt-out, are sent between 08:00 and 22:00, and not to declined phones", async () => {
      const declined = new Map(
        (await get().db.select().from(smsDeclines)).map(({ phone, at }) => [phone, at]),
      );
      expect(declined.size).toBeGreaterThan(5);
      for (const { type, content, createdAt, phone } of await getMessages()) {
        if (type !== "marketing") continue;
        expect(content.endsWith("，拒收请回复R")).toBe(true);
        expect(getShanghaiHour(createdAt)).toBeGreaterThanOrEqual(8);
        expect(getShanghaiHour(createdAt)).toBeLessThan(22);
        const since = declined.get(phone);
        if (since) expect(createdAt.getTime()).toBeLessThan(since.getTime());
      }
    });

    test("of a bulk batch match its total, each phone once", async () => {
      const messages = await getMessages();
      const batches = await get().db.select().from(smsBatches);
      expect(batches).toHaveLength(10);
      for (const { id, total, status, content } of batches) {
        const own = messages.filter(({ batchId }) => batchId === id);
        expect(own).toHaveLength(total);
        expect(new Set(own.map(({ phone }) => phone)).size).toBe(total);
        expect(new Set(own.map((message) => message.content))).toEqual(new Set([content]));
        expect(status).toBe("finished");
      }
    });
  });
