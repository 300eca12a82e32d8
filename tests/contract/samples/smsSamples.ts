import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { putBatch, putSms } from "../smsDesk.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const failed = (world: World) => putSms(world.on.db, { status: "failed", failReason: "关机" });
const badAct = { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" };
const notice = { type: "notice", templateCode: "NOTICE_ACCOUNT", target: { all: true } } as const;

export const smsSamples: Samples<typeof smsCalls> = {
  smsSend: {
    role: "operator",
    args: (world) => ({
      params: { phone: world.phone(), type: "verify" },
      query: { requestId: world.requestId() },
    }),
    bad: { args: { params: { phone: "12345678901", type: "notice" } }, path: "phone" },
  },
  smsSendAll: {
    role: "operator",
    args: (world) => ({ body: { ...notice, requestId: world.requestId() } }),
    bad: { args: { body: { ...notice, target: {}, requestId: "12345678" } }, path: "target.companyIds" },
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
    bad: { args: { body: { ...firstPage, type: "letter" } }, path: "type" },
  },
  smsDelete: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await failed(world);
      return { params: { id }, query: { version, requestId: world.requestId() } };
    },
    bad: badId,
  },
  smsOne: {
    role: "operator",
    args: async (world) => ({ params: { id: (await failed(world)).id } }),
    bad: badId,
  },
  smsPreview: {
    role: "operator",
    args: () => ({ body: { ...notice, target: { all: true, roles: ["owner"] } } }),
    bad: { args: { body: { ...notice, type: "verify" } }, path: "type" },
  },
  smsBatch: {
    role: "operator",
    args: async (world) => ({ params: { id: (await putBatch(world.on.db)).id } }),
    bad: badId,
  },
  smsBatchStop: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await putBatch(world.on.db);
      return { body: { id, version, requestId: world.requestId() } };
    },
    bad: badAct,
  },
  smsResend: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await failed(world);
      return { body: { id, version, requestId: world.requestId() } };
    },
    bad: badAct,
  },
  smsDecline: {
    role: "operator",
    args: async (world) => ({ body: { id: (await failed(world)).id, requestId: world.requestId() } }),
    bad: { args: { body: { id: "x", requestId: "12345678" } }, path: "id" },
  },
};
