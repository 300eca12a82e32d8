import type { deskCalls } from "../../../adapters/contract/desk.ts";
import type { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import type { listLayoutCalls } from "../../../adapters/contract/listLayout.ts";
import type { meCalls } from "../../../adapters/contract/me.ts";
import type { notificationCalls } from "../../../adapters/contract/notification.ts";
import type { notificationChoiceCalls } from "../../../adapters/contract/notificationChoice.ts";
import type { regionCalls } from "../../../adapters/contract/region.ts";
import type { revealCalls } from "../../../adapters/contract/reveal.ts";
import type { systemStatusCalls } from "../../../adapters/contract/systemStatus.ts";
import type { Samples } from "./sample.ts";

export const regionSamples: Samples<typeof regionCalls> = {
  regionList: {
    role: "duty",
    args: () => ({ params: { id: "100000" } }),
    invalid: { args: { params: { id: "1000" } }, path: "id" },
  },
  regionSearch: {
    role: "duty",
    args: () => ({ query: { text: "杭州" } }),
    invalid: { args: { query: { text: "" } }, path: "text" },
  },
};

export const dictionarySamples: Samples<typeof dictionaryCalls> = {
  sysDictQuery: {
    role: "duty",
    args: () => ({ params: { key: "company_type" } }),
    invalid: { args: { params: { key: "Company Type" } }, path: "key" },
  },
};

const ownKeyArgs = { params: { key: "list.company" } };
const invalidKey = { args: { params: { key: "password" }, body: { value: 1 } }, path: "key" };

export const meSamples: Samples<typeof meCalls> = {
  meGet: { role: "duty", args: () => ownKeyArgs, invalid: invalidKey },
  mePut: {
    role: "duty",
    args: () => ({ ...ownKeyArgs, body: { value: { columns: ["name"] } } }),
    invalid: invalidKey,
  },
  meDelete: { role: "duty", args: () => ownKeyArgs, invalid: invalidKey },
};

const anyList = { params: { list: "goods" } };
const invalidList = { ...anyList, params: { list: "all lists" } };
const layoutBody = { name: "对账", columns: [{ key: "name", shown: true }], isShared: true };

export const listLayoutSamples: Samples<typeof listLayoutCalls> = {
  listLayoutList: { role: "duty", args: () => anyList, invalid: { args: invalidList, path: "list" } },
  listLayoutSave: {
    role: "duty",
    args: () => ({ ...anyList, body: layoutBody }),
    invalid: { args: { ...anyList, body: { ...layoutBody, name: "" } }, path: "name" },
  },
  listLayoutDelete: {
    role: "duty",
    args: () => ({ params: { id: "1" } }),
    invalid: { args: { params: { id: "one" } }, path: "id" },
  },
};

export const revealSamples: Samples<typeof revealCalls> = {
  reveal: {
    role: "operator",
    args: async (context) => ({
      body: { entity: "user", id: (await context.getUser()).id, field: "phoneNumber", reason: "电话回访" },
    }),
    invalid: {
      args: { body: { entity: "user", id: "1", field: "phoneNumber", reason: "" } },
      path: "reason",
    },
  },
};

export const systemStatusSamples: Samples<typeof systemStatusCalls> = {
  systemStatus: { role: "maintainer", args: () => ({}), invalid: null },
};

export const deskSamples: Samples<typeof deskCalls> = {
  desk: { role: "duty", args: () => ({}), invalid: null },
};

export const notificationSamples: Samples<typeof notificationCalls> = {
  notificationList: {
    role: "duty",
    args: () => ({ body: {} }),
    invalid: { args: { body: { before: "abc" } }, path: "before" },
  },
  notificationRead: {
    role: "duty",
    args: () => ({ body: { id: "1", until: true } }),
    invalid: { args: { body: { id: "" } }, path: "id" },
  },
};

export const notificationChoiceSamples: Samples<typeof notificationChoiceCalls> = {
  notificationChoice: { role: "duty", args: () => ({}), invalid: null },
  notificationChoiceSave: {
    role: "duty",
    args: () => ({ body: { email: "", smsKinds: ["deviceLost"], mailKinds: [] } }),
    invalid: { args: { body: { email: "nobody", smsKinds: [], mailKinds: [] } }, path: "email" },
  },
};
