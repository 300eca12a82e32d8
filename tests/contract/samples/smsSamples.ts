import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { insertBatch, insertSms } from "../sms/smsFixture.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const insertFailedSms = (world: SampleContext) =>
  insertSms(world.ctx.db, { status: "failed", failReason: "关机" });
const invalidAction = { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" };
const notice = { type: "notice", templateCode: "NOTICE_ACCOUNT", target: { all: true } } as const;

export const smsSamples: Samples<typeof smsCalls> = {
  smsSend: {
    role: "operator",
    args: (world) => ({
      params: { phone: world.nextPhone(), type: "verify" },
      query: { requestId: world.nextRequestId() },
    }),
    invalid: { args: { params: { phone: "12345678901", type: "notice" } }, path: "phone" },
  },
  smsSendAll: {
    role: "operator",
    args: (world) => ({ body: { ...notice, requestId: world.nextRequestId() } }),
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
    args: async (world) => {
      const { id, version } = await insertFailedSms(world);
      return { params: { id }, query: { version, requestId: world.nextRequestId() } };
    },
    invalid: badId,
  },
  smsOne: {
    role: "operator",
    args: async (world) => ({ params: { id: (await insertFailedSms(world)).id } }),
    invalid: badId,
  },
  smsPreview: {
    role: "operator",
    args: () => ({ body: { ...notice, target: { all: true, roles: ["owner"] } } }),
    invalid: { args: { body: { ...notice, type: "verify" } }, path: "type" },
  },
  smsBatch: {
    role: "operator",
    args: async (world) => ({ params: { id: (await insertBatch(world.ctx.db)).id } }),
    invalid: badId,
  },
  smsBatchStop: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await insertBatch(world.ctx.db);
      return { body: { id, version, requestId: world.nextRequestId() } };
    },
    invalid: invalidAction,
  },
  smsResend: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await insertFailedSms(world);
      return { body: { id, version, requestId: world.nextRequestId() } };
    },
    invalid: invalidAction,
  },
  smsDecline: {
    role: "operator",
    args: async (world) => ({
      body: { id: (await insertFailedSms(world)).id, requestId: world.nextRequestId() },
    }),
    invalid: { args: { body: { id: "x", requestId: "12345678" } }, path: "id" },
  },
};
