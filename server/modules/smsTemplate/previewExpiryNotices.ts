import { eq } from "drizzle-orm";
import type { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import type { Handler } from "../../call.ts";
import { smsTemplates } from "../../db/schema/smsTemplate.ts";
import { expiryTemplateCode } from "../../sms/builtInTemplates.ts";
import { getNextNoticeTime } from "../../sms/marketingHours.ts";
import {
  maxNoticesPerRun,
  planExpiryNotices,
  renderExpiryNotice,
} from "../serviceGrant/planExpiryNotices.ts";

/** A run comes within the hour. */
const runIntervalMs = 3_600_000;
const maxSamples = 3;

/** Tells what the next run will send, by the same plan, with the charged parts of all messages. */
export const smsNoticePreview: Handler<typeof smsTemplateCalls.smsNoticePreview> = async (
  _input,
  { db, now, sms },
) => {
  const at = getNextNoticeTime(new Date(now.getTime() + runIntervalMs));
  const [template] = await db.select().from(smsTemplates).where(eq(smsTemplates.code, expiryTemplateCode));
  const refusal = !sms ? "尚未配置短信网关" : template?.approved ? "" : "模板尚未过审，到期提醒暂不发送";
  const nothing = {
    at: at.toISOString(),
    count: 0,
    services: 0,
    totalParts: 0,
    costFen: null,
    samples: [],
    refusal,
  };
  if (refusal !== "") return nothing;
  const planned = (await planExpiryNotices(db, at)).slice(0, maxNoticesPerRun);
  const samples: { companyName: string; content: string }[] = [];
  let totalParts = 0;
  for (const one of planned) {
    const { content, parts } = await renderExpiryNotice(db, one, at);
    totalParts += parts;
    if (samples.length < maxSamples) samples.push({ companyName: one.company.name, content });
  }
  const services = planned.reduce((sum, { notices }) => sum + notices.length, 0);
  const priceFen = sms?.priceFen ?? null;
  const costFen = priceFen === null ? null : Math.round(totalParts * priceFen);
  return { ...nothing, count: planned.length, services, totalParts, costFen, samples };
};
