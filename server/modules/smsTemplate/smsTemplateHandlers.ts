import { asc, eq, isNull } from "drizzle-orm";
import type { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { type Handlers, RefusalError } from "../../call.ts";
import { smsTemplates } from "../../db/schema/smsTemplate.ts";
import { isBuiltIn } from "./builtInTemplates.ts";
import { lockTemplate, toTemplateRow } from "./lockTemplate.ts";
import { smsTemplateCreate, smsTemplateUpdate } from "./saveTemplate.ts";

export const smsTemplateHandlers: Handlers<typeof smsTemplateCalls> = {
  smsTemplates: async (_input, { db, sms }) => {
    const isActive = isNull(smsTemplates.deletedAt);
    const records = await db.select().from(smsTemplates).where(isActive).orderBy(asc(smsTemplates.code));
    return { templates: records.map(toTemplateRow), plainText: sms?.plainText ?? false };
  },
  smsTemplateCreate,
  smsTemplateUpdate,
  smsTemplateDelete: async ({ params, query }, call) => {
    const { id, code, name, standard, version } = await lockTemplate(call, params.id, query.version);
    if (isBuiltIn(code)) throw new RefusalError(`模板「${name}」由系统自动发送使用，不能删除`);
    if (standard) throw new RefusalError(`模板「${name}」是单发默认模板，请先把其他模板设为默认`);
    await call.db
      .update(smsTemplates)
      .set({ deletedAt: call.now, version: version + 1 })
      .where(eq(smsTemplates.id, id));
    call.audit({ entityId: id, before: { code, name } });
    return { id, version: version + 1 };
  },
};
