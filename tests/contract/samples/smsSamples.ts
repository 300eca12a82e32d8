import type { smsCalls } from "../../../adapters/contract/sms.ts";
import type { smsRecipientCalls } from "../../../adapters/contract/smsRecipients.ts";
import { insertBatch, insertSms } from "../sms/smsFixture.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const insertFailedSms = (context: SampleContext) =>
  insertSms(context.ctx.db, { status: "failed", failReason: "关机" });
const invalidAction = { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" };
const notice = { type: "notice", templateCode: "NOTICE_ACCOUNT", target: { all: true } } as const;

export const smsRecipientSamples: Samples<typeof smsRecipientCalls> = {
  smsRecipientsRead: {
    role: "operator",
    args: (context) => ({
      query: { fileName: "名单.csv", requestId: context.nextRequestId() },
      file: new Blob(["手机号\n13600000001\n"], { type: "text/csv" }),
    }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
};

export const smsSamples: Samples<typeof smsCalls> = {
  smsExport: {
    role: "operator",
    args: () => ({ body: { type: "notice" } }),
    invalid: { args: { body: { type: "letter" } }, path: "type" },
  },
  smsSend: {
    role: "operator",
    args: (context) => ({
      params: { phone: context.nextPhone(), type: "verify" },
      query: { requestId: context.nextRequestId() },
    }),
    invalid: { args: { params: { phone: "12345678901", type: "notice" } }, path: "phone" },
  },
  smsSendAll: {
    role: "operator",
    args: (context) => ({ body: { ...notice, requestId: context.nextRequestId() } }),
    invalid: { args: { body: { ...notice, target: {}, requestId: "12345678" } }, path: "target.companyIds" },
  },
  smsListPage: {
    role: "operator",
    args: () => ({
      body: {
        ...firstPage,
        keyword: "验证码",
        type: "verify",
        sort: { field: "deliveredAt", order: "desc" },
      },
    }),
    invalid: { args: { body: { ...firstPage, type: "letter" } }, path: "type" },
  },
  smsDelete: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await insertFailedSms(context);
      return { params: { id }, query: { version, requestId: context.nextRequestId() } };
    },
    invalid: badId,
  },
  smsOne: {
    role: "operator",
    args: async (context) => ({ params: { id: (await insertFailedSms(context)).id } }),
    invalid: badId,
  },
  smsPreview: {
    role: "operator",
    args: () => ({ body: { ...notice, target: { all: true, roles: ["owner"] } } }),
    invalid: { args: { body: { ...notice, type: "verify" } }, path: "type" },
  },
  smsBatch: {
    role: "operator",
    args: async (context) => ({ params: { id: (await insertBatch(context.ctx.db)).id } }),
    invalid: badId,
  },
  smsBatchStop: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await insertBatch(context.ctx.db);
      return { body: { id, version, requestId: context.nextRequestId() } };
    },
    invalid: invalidAction,
  },
  smsResend: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await insertFailedSms(context);
      return { body: { id, version, requestId: context.nextRequestId() } };
    },
    invalid: invalidAction,
  },
  smsDecline: {
    role: "operator",
    args: async (context) => ({
      body: { id: (await insertFailedSms(context)).id, requestId: context.nextRequestId() },
    }),
    invalid: { args: { body: { id: "x", requestId: "12345678" } }, path: "id" },
  },
};
