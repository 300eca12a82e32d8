import { contract } from "../../adapters/contract/contract.ts";
import type { Records } from "./records.ts";

export type CallName = keyof typeof contract;

/** What a call is sent with, or why it cannot be sent. */
export type StepArgs = { readonly args: object } | { readonly reason: string };

export interface Step {
  readonly call: CallName;
  readonly prepare: (records: Records) => StepArgs;
}

const send = (args: object = {}): StepArgs => ({ args });
const always = (call: CallName, args: object = {}): Step => ({ call, prepare: () => send(args) });

/** For a record that a list has answered before. */
const forFirst = (
  call: CallName,
  list: CallName,
  toArgs: (id: string) => object = (id) => ({ params: { id } }),
  idName = "id",
): Step => ({
  call,
  prepare: (records) => {
    const id = records.firstId(list, idName);
    return id === undefined
      ? { reason: `${contract[list].path} names no record to ask for` }
      : send(toArgs(id));
  },
});

const page = { body: { pageNo: 1, pageSize: 10 } };
const day = (ago: number, now: Date) =>
  new Date(now.getTime() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);

/** Every call that changes nothing, after those whose records it asks for. */
export function createReadSteps(now: Date): readonly Step[] {
  const range = { from: day(30, now), to: day(0, now) };
  const buckets = { body: { granularity: "day", ...range } };
  return [
    always("captchaImage", { params: { height: 40, width: 120 } }),
    always("checkPwdStatus"),
    always("templateUserInfo"),
    always("sysAdminList"),
    always("companyPageList", page),
    forFirst("companyChildUsers", "companyPageList"),
    forFirst("companyServiceInfo", "companyPageList"),
    always("companyExport", { body: {} }),
    always("pageListCompany", page),
    forFirst("queryCompanynames", "companyPageList", (id) => ({ body: { ids: [id] } })),
    always("userPageList", page),
    forFirst("logoDetail", "companyPageList"),
    always("channelPageList", page),
    always("servicePageList", page),
    always("serviceTreeList", { query: {} }),
    always("goodsPageList", page),
    forFirst("goodsDetails", "goodsPageList"),
    always("orderPageList", page),
    forFirst("orderServiceInfo", "orderPageList"),
    forFirst("orderPayForOrder", "orderPageList"),
    always("orderExport", { body: {} }),
    always("invoicePageList", page),
    forFirst("invoiceDetail", "invoicePageList"),
    forFirst("invoiceOrders", "invoicePageList"),
    always("invoiceExport", { body: {} }),
    always("smsListPage", page),
    always("regionList", { params: { id: "100000" } }),
    always("sysDictQuery", { params: { key: "company_type" } }),
    always("taskStartList", { body: {} }),
    always("taskHistoryList", page),
    forFirst("mediaPull", "taskStartList", (taskId) => ({ params: { taskId, mode: "flv" }, query: {} })),
    forFirst("taskTrack", "taskHistoryList", (id) => ({ params: { id }, query: {} }), "taskId"),
    forFirst("taskVideos", "taskHistoryList", undefined, "taskId"),
    always("controlZoneListPage", page),
    always("deviceList", { query: {} }),
    always("createBoxMac"),
    always("boxList", page),
    forFirst("plusList", "boxList"),
    always("statisticsCompany", buckets),
    always("statisticsOrder", buckets),
    always("statisticsTask", buckets),
    always("statisticsChannel", { query: range }),
    always("statisticsHeat", { query: range }),
  ];
}
