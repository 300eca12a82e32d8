import { writeTime } from "./foreignJson.ts";
import { type Entity, entityDetail, entityRows, type Ids, type Row, type Variant } from "./foreignRows.ts";

/** A list is an array, or has its rows and, where the name says so, their total. */
export type ListShape = "array" | "list" | "listAndTotal" | "recordsAndTotal" | "rowsAndTotal";

export interface CallContext {
  readonly variant: Variant;
  /** What the path has in the place of `{id}` and the like, in order. */
  readonly params: readonly string[];
  readonly origin: string;
  readonly ids: Ids;
  /** Overrides the shape of every list of pages. */
  readonly pageShape: ListShape | undefined;
}

/** What a call answers: a file, or an envelope around the data. */
export interface Content {
  readonly data?: unknown;
  readonly message?: string | null;
  readonly file?: string;
}

export type CallAnswer = (context: CallContext) => Content;

const done: CallAnswer = ({ variant }) => (variant === "odd" ? { data: null, message: null } : {});
const status: CallAnswer = ({ variant }) => ({ message: variant === "odd" ? null : "" });
const file: CallAnswer = () => ({ file: "id,status\r\n1,0\r\n" });

/** All rows, as `shape`. No page is ever cut: the fields for page and size are not specified. */
const rows =
  (entity: Entity, shape: ListShape = "array"): CallAnswer =>
  ({ variant, ids, pageShape }) => ({
    data: shapeList(
      entityRows(entity, variant, ids),
      shape === "array" ? shape : (pageShape ?? shape),
      variant,
    ),
  });

const detail =
  (entity: Entity): CallAnswer =>
  ({ variant, params, ids }) => ({ data: entityDetail(entity, params[0], variant, ids) });

/** Data that may be null in the odd variant. */
const data =
  (value: (context: CallContext) => unknown): CallAnswer =>
  (context) => ({ data: context.variant === "odd" ? null : value(context) });

function shapeList(list: readonly Row[], shape: ListShape, variant: Variant): unknown {
  const total = variant === "odd" ? String(list.length) : list.length;
  switch (shape) {
    case "array":
      return list;
    case "list":
      return { list };
    case "listAndTotal":
      return { list, total };
    case "recordsAndTotal":
      return { records: list, total };
    case "rowsAndTotal":
      return { rows: list, total };
  }
}

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const day = (n: number) => `2024-05-0${n + 1}`;
const counts = data(() => [0, 1, 2].map((n) => ({ date: day(n), count: n })));
const track = data(() =>
  [0, 1, 2, 3].map((n) => ({
    lng: 105.46 + n / 100,
    lat: 39.92,
    time: writeTime(Date.UTC(2024, 4, 6) + n * 1000, n),
  })),
);
const heat = data(() => [0, 1, 2].map((n) => ({ lng: 105.46 + n, lat: 39.92, count: n + 1 })));
const companyNames = data(({ ids }) =>
  entityRows("company", "smallest", ids).map(({ id, name }) => ({ cid: id, companyName: name })),
);
const regions = data(() => [{ id: 110_000, name: "北京市" }, { id: 150_000 }]);
const serviceTree = data(({ ids }) => [
  { id: 1, name: "服务", children: entityRows("service", "smallest", ids) },
  { id: 2, name: null },
]);

/** The calls of section 7 on the main host, below `/wms/api`, but for the sign-in. */
export const mainCalls: Readonly<Record<string, CallAnswer>> = {
  "POST /logo/upload": data(({ origin }) => `${origin}/logo/1.png`),
  "GET /image/base64/{height}/{width}": () => ({ data: onePixel }),
  "GET /checkPwdStatus": status,
  "GET /checkPwdStatus/ignore": done,
  "PUT /user/sysAdmin/pwd/modify": status,
  "GET /user/sysAdmin/list": rows("user"),
  "POST /user/pageList": rows("user", "listAndTotal"),

  "POST /task/start/list": rows("liveTask"),
  "POST /controlZone/list/page": rows("controlZone", "recordsAndTotal"),
  "GET /media/pull/{taskId}/{mode}": data(({ origin, params }) => `${origin}/media/${params.join(".")}`),
  "POST /task/history/list": rows("historyTask", "list"),
  "GET /task/history/track/{id}": track,
  "GET /task/history/video/{id}": data(() => []),

  "POST /company/pageList": rows("company", "listAndTotal"),
  "DELETE /company/frozen/{id}": done,
  "POST /company/account/create": done,
  "PUT /company/account/update": done,
  "GET /company/childUsers/{id}": rows("user"),
  "GET /company/serviceInfo/{id}": rows("service"),
  "POST /company/export": file,

  "GET /sysDict/query/{key}": data(() => [{ key: 0, value: "零" }, { key: "1", value: "一" }, { key: 2 }]),
  "GET /region/list/{id}": regions,
  "GET /sms/send/{phone}/{type}": done,
  "POST /sms/list/page": rows("sms", "recordsAndTotal"),
  "POST /sms/send/all": done,
  "DELETE /sms/delete/{id}": done,

  "GET /logo/detail/{id}": detail("logo"),
  "POST /logo/preview": done,
  "PUT /logo/submit/{id}": done,
  "POST /account/accesskey/create": done,

  "POST /order/v3/create": done,
  "POST /order/v3/pageList": rows("order", "listAndTotal"),
  "POST /order/v3/cancel": done,
  "POST /order/v3/financial/audit": done,
  "POST /order/v3/export": file,
  "GET /order/v3/serviceInfo/{id}": rows("service"),
  "PUT /order/v3/pay/updateBankName": done,
  "GET /orderPay/forOrderId/{id}": detail("payment"),

  "POST /invoice/order/apply": done,
  "POST /invoice/pageList": rows("invoice", "list"),
  "POST /invoice/rejected": done,
  "POST /invoice/cancel": done,
  "POST /invoice/export": file,
  "GET /invoice/queryOrders/forInvoiceId/{id}": rows("order"),
  "GET /invoice/detail/{id}": detail("invoice"),
  "PUT /invoice/update/invoiceNo": done,
  "PUT /invoice/update/remark": done,

  "POST /serviceInfo/pageList": rows("service", "listAndTotal"),
  "DELETE /serviceInfo/{id}": done,
  "PUT /serviceInfo/modify": done,
  "GET /serviceInfo/upShelf/{id}": done,
  "GET /serviceInfo/soldOut/{id}": done,
  "GET /serviceInfo/treeList": serviceTree,

  "POST /goodsInfo/pageList": rows("goods", "listAndTotal"),
  "POST /goodsInfo/insertOrUpdate": done,
  "DELETE /goodsInfo/delete/{id}": done,
  "GET /goodsInfo/details/{id}": detail("goods"),

  "POST /channelCode/pageList": rows("channelCode", "listAndTotal"),
  "POST /channelCode/create": done,
  "PUT /channelCode/update": done,
  "DELETE /channelCode/delete/{id}": done,

  "POST /management/pageListCompany": rows("company", "list"),
  "POST /management/queryCompanynames/byCids": companyNames,
  "PUT /management/changeCompany/userID/destCid/{userId}/{destCid}": done,
  "GET /device/createBoxMac": data(() => "02:00:00:00:00:0F"),

  "GET /statistics/channel": data(() => [{ name: "QD0", value: 1 }, { name: null, value: 2 }, { value: 3 }]),
  "GET /statistics/thermodynamic/company": heat,
  "POST /statistics/company": counts,
  "POST /statistics/order": counts,
  "POST /statistics/task": counts,
};

/** The calls on the device host. */
export const deviceCalls: Readonly<Record<string, CallAnswer>> = {
  "POST /iapi/box/list": rows("box", "listAndTotal"),
  "POST /iapi/box/add": done,
  "POST /iapi/box/update": done,
  "GET /iapi/plus/list/{id}": rows("plus"),
  "GET /iapi/plus/del/{id}": done,
  "POST /iapi/plus/add": done,
  "POST /iapi/plus/update": done,
  "GET /iapi/device/list": rows("device"),
};

/** The call on the hangar host. */
export const hangarCalls: Readonly<Record<string, CallAnswer>> = { "POST /hangar/add": done };
