import { eq } from "drizzle-orm";
import type { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { smsTemplates } from "../../../server/db/schema/smsTemplate.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const badId = { args: { params: { id: "0" } }, path: "id" };
let templateCount = 0;
const sampleFields = { name: "降温提醒", signature: "低空服务平台", text: "明日降温，请注意电池保温。" };

/** Inserts a template. */
async function insertTemplate(context: SampleContext) {
  const { db, clock, platform } = context.ctx;
  const [now, code] = [clock.now(), `SAMPLE_${++templateCount}`];
  const id = platform.newId();
  await db
    .insert(smsTemplates)
    .values({ ...sampleFields, id, code, type: "notice", createdAt: now, updatedAt: now });
  const [record] = await db.select().from(smsTemplates).where(eq(smsTemplates.id, id));
  if (!record) throw new Error("The template was not written");
  return record;
}

export const smsTemplateSamples: Samples<typeof smsTemplateCalls> = {
  smsTemplates: { role: "operator", args: () => ({}), invalid: null },
  smsNoticePreview: { role: "operator", args: () => ({}), invalid: null },
  smsTemplateCreate: {
    role: "operator",
    args: (context) => ({
      body: {
        ...sampleFields,
        code: `SAMPLE_${++templateCount}`,
        type: "notice",
        requestId: context.nextRequestId(),
      },
    }),
    invalid: {
      args: {
        body: {
          ...sampleFields,
          signature: "【低空】",
          code: "SAMPLE",
          type: "notice",
          requestId: "12345678",
        },
      },
      path: "signature",
    },
  },
  smsTemplateUpdate: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await insertTemplate(context);
      return { body: { id, version, text: "明日降雨，请注意防水。", requestId: context.nextRequestId() } };
    },
    invalid: {
      args: { body: { id: "1", version: 1, text: "${时间}停机", requestId: "12345678" } },
      path: "text",
    },
  },
  smsTemplateDelete: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await insertTemplate(context);
      return { params: { id }, query: { version, requestId: context.nextRequestId() } };
    },
    invalid: badId,
  },
};
