import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import { enumeration } from "./enumeration.ts";
import * as f from "./fields.ts";
import { pageOf, pageRequest } from "./page.ts";

export const channelStatus = enumeration("channel_status", { on: ["启用", "green"], off: ["停用", "gray"] });

export const channelRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  name: z.string(),
  code: z.string(),
  contact: z.string(),
  /** Masked. */
  phone: z.string(),
  /** Percent with two decimals. */
  ratio: z.number(),
  status: channelStatus.schema,
  expireAt: z.nullable(f.instant),
  companyCount: z.int(),
  orderAmountFen: z.nullable(z.int()),
  commissionFen: z.nullable(z.int()),
  remark: z.string(),
});
export type ChannelRow = z.infer<typeof channelRow>;

export const channelCodeCalls = defineCalls({
  channelPageList: {
    host: "api",
    method: "POST",
    path: "/channelCode/pageList",
    summary: "渠道列表",
    access: ["admin", "operator", "finance"],
    body: pageRequest(["createdAt", "name", "companyCount", "expireAt"], {
      status: z.optional(channelStatus.schema),
    }),
    data: pageOf(channelRow),
  },
});
