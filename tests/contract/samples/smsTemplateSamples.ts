import { eq } from "drizzle-orm";
import type { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { smsTemplates } from "../../../server/db/schema/smsTemplate.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

const badId = { args: { params: { id: "0" } }, path: "id" };
let made = 0;
const text = { name: "降温提醒", signature: "低空服务平台", text: "明日降温，请注意电池保温。" };

/** Puts a template straight into the database. */
async function put(world: World) {
  const { db, clock, platform } = world.on;
  const [now, code] = [clock.now(), `SAMPLE_${++made}`];
  const id = platform.newId();
  await db.insert(smsTemplates).values({ ...text, id, code, type: "notice", createdAt: now, updatedAt: now });
  const [record] = await db.select().from(smsTemplates).where(eq(smsTemplates.id, id));
  if (!record) throw new Error("The template was not written");
  return record;
}

export const smsTemplateSamples: Samples<typeof smsTemplateCalls> = {
  smsTemplates: { role: "operator", args: () => ({}), bad: null },
  smsTemplateCreate: {
    role: "operator",
    args: (world) => ({
      body: { ...text, code: `SAMPLE_${++made}`, type: "notice", requestId: world.requestId() },
    }),
    bad: {
      args: {
        body: { ...text, signature: "【低空】", code: "SAMPLE", type: "notice", requestId: "12345678" },
      },
      path: "signature",
    },
  },
  smsTemplateUpdate: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await put(world);
      return { body: { id, version, text: "明日降雨，请注意防水。", requestId: world.requestId() } };
    },
    bad: {
      args: { body: { id: "1", version: 1, text: "${时间}停机", requestId: "12345678" } },
      path: "text",
    },
  },
  smsTemplateDelete: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await put(world);
      return { params: { id }, query: { version, requestId: world.requestId() } };
    },
    bad: badId,
  },
};
