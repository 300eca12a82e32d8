import type { Endpoint, Host } from "../../adapters/contract/endpoint.ts";

/** A call in the form of section 7 of the specification: method and path with parameters, and the host. */
export interface SpecifiedCall {
  readonly host: Host;
  readonly call: string;
}

/** Implemented calls. contract.test.ts sends each, and so does a browser test whose title names the row. */
export const implementedCalls: readonly (SpecifiedCall & { readonly row: string })[] = [
  { row: "R-070", host: "api", call: "POST /user/login" },
  { row: "R-071", host: "api", call: "POST /logo/upload" },
  { row: "R-072", host: "api", call: "GET /image/base64/{height}/{width}" },
  { row: "R-073", host: "api", call: "GET /checkPwdStatus" },
  { row: "R-074", host: "api", call: "GET /checkPwdStatus/ignore" },
  { row: "R-075", host: "api", call: "PUT /user/sysAdmin/pwd/modify" },
  { row: "R-076", host: "api", call: "GET /user/sysAdmin/list" },
  { row: "R-077", host: "api", call: "POST /user/pageList" },
  { row: "R-078", host: "api", call: "POST /task/start/list" },
  { row: "R-081", host: "api", call: "POST /task/history/list" },
  { row: "R-080", host: "api", call: "GET /media/pull/{taskId}/{mode}" },
  { row: "R-082", host: "api", call: "GET /task/history/track/{id}" },
  { row: "R-083", host: "api", call: "GET /task/history/video/{id}" },
  { row: "R-079", host: "api", call: "POST /controlZone/list/page" },
  { row: "R-084", host: "api", call: "POST /company/pageList" },
  { row: "R-085", host: "api", call: "DELETE /company/frozen/{id}" },
  { row: "R-086", host: "api", call: "POST /company/account/create" },
  { row: "R-087", host: "api", call: "PUT /company/account/update" },
  { row: "R-088", host: "api", call: "GET /company/childUsers/{id}" },
  { row: "R-089", host: "api", call: "GET /company/serviceInfo/{id}" },
  { row: "R-090", host: "api", call: "POST /company/export" },
  { row: "R-091", host: "api", call: "GET /sysDict/query/{key}" },
  { row: "R-092", host: "api", call: "GET /region/list/{id}" },
  { row: "R-093", host: "api", call: "GET /sms/send/{phone}/{type}" },
  { row: "R-094", host: "api", call: "POST /sms/list/page" },
  { row: "R-095", host: "api", call: "POST /sms/send/all" },
  { row: "R-096", host: "api", call: "DELETE /sms/delete/{id}" },
  { row: "R-097", host: "api", call: "GET /logo/detail/{id}" },
  { row: "R-098", host: "api", call: "POST /logo/preview" },
  { row: "R-099", host: "api", call: "PUT /logo/submit/{id}" },
  { row: "R-100", host: "api", call: "POST /account/accesskey/create" },
  { row: "R-101", host: "api", call: "POST /order/v3/create" },
  { row: "R-102", host: "api", call: "POST /order/v3/pageList" },
  { row: "R-103", host: "api", call: "POST /order/v3/cancel" },
  { row: "R-104", host: "api", call: "POST /order/v3/financial/audit" },
  { row: "R-105", host: "api", call: "POST /order/v3/export" },
  { row: "R-106", host: "api", call: "GET /order/v3/serviceInfo/{id}" },
  { row: "R-107", host: "api", call: "PUT /order/v3/pay/updateBankName" },
  { row: "R-108", host: "api", call: "GET /orderPay/forOrderId/{id}" },
  { row: "R-109", host: "api", call: "POST /invoice/order/apply" },
  { row: "R-110", host: "api", call: "POST /invoice/pageList" },
  { row: "R-111", host: "api", call: "POST /invoice/rejected" },
  { row: "R-112", host: "api", call: "POST /invoice/cancel" },
  { row: "R-113", host: "api", call: "POST /invoice/export" },
  { row: "R-114", host: "api", call: "GET /invoice/queryOrders/forInvoiceId/{id}" },
  { row: "R-115", host: "api", call: "GET /invoice/detail/{id}" },
  { row: "R-116", host: "api", call: "PUT /invoice/update/invoiceNo" },
  { row: "R-117", host: "api", call: "PUT /invoice/update/remark" },
  { row: "R-118", host: "api", call: "POST /serviceInfo/pageList" },
  { row: "R-119", host: "api", call: "DELETE /serviceInfo/{id}" },
  { row: "R-120", host: "api", call: "PUT /serviceInfo/modify" },
  { row: "R-121", host: "api", call: "GET /serviceInfo/upShelf/{id}" },
  { row: "R-122", host: "api", call: "GET /serviceInfo/soldOut/{id}" },
  { row: "R-123", host: "api", call: "GET /serviceInfo/treeList" },
  { row: "R-124", host: "api", call: "POST /goodsInfo/pageList" },
  { row: "R-125", host: "api", call: "POST /goodsInfo/insertOrUpdate" },
  { row: "R-126", host: "api", call: "DELETE /goodsInfo/delete/{id}" },
  { row: "R-127", host: "api", call: "GET /goodsInfo/details/{id}" },
  { row: "R-128", host: "api", call: "POST /channelCode/pageList" },
  { row: "R-129", host: "api", call: "POST /channelCode/create" },
  { row: "R-130", host: "api", call: "PUT /channelCode/update" },
  { row: "R-131", host: "api", call: "DELETE /channelCode/delete/{id}" },
  { row: "R-132", host: "api", call: "POST /management/pageListCompany" },
  { row: "R-133", host: "api", call: "POST /management/queryCompanynames/byCids" },
  { row: "R-134", host: "api", call: "PUT /management/changeCompany/userID/destCid/{userId}/{destCid}" },
  { row: "R-135", host: "api", call: "GET /device/createBoxMac" },
  { row: "R-136", host: "api", call: "GET /statistics/channel" },
  { row: "R-137", host: "api", call: "GET /statistics/thermodynamic/company" },
  { row: "R-138", host: "api", call: "POST /statistics/company" },
  { row: "R-139", host: "api", call: "POST /statistics/order" },
  { row: "R-140", host: "api", call: "POST /statistics/task" },
  { row: "R-141", host: "device", call: "POST /iapi/box/list" },
  { row: "R-142", host: "device", call: "POST /iapi/box/add" },
  { row: "R-143", host: "device", call: "POST /iapi/box/update" },
  { row: "R-144", host: "device", call: "GET /iapi/plus/list/{id}" },
  { row: "R-145", host: "device", call: "GET /iapi/plus/del/{id}" },
  { row: "R-146", host: "device", call: "POST /iapi/plus/add" },
  { row: "R-147", host: "device", call: "POST /iapi/plus/update" },
  { row: "R-148", host: "device", call: "GET /iapi/device/list" },
  { row: "R-149", host: "hangar", call: "POST /hangar/add" },
];

/** Calls not implemented yet; move them up once they are. */
export const plannedCalls: readonly (SpecifiedCall & { readonly later: string; readonly issue: number })[] =
  [];

/** Whether an endpoint implements this call. */
export const matchesCall =
  ({ host, call }: SpecifiedCall) =>
  (endpoint: Endpoint): boolean =>
    endpoint.host === host && `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}` === call;
