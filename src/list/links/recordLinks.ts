/** Where the detail of a record is, up to its id. */
const pathByKind = {
  company: "/company/",
  order: "/order/orderList?detail=",
  /** Where only the number is known: the list with this one order. */
  orderByNo: "/order/orderList?keyword=",
  payment: "/order/payment?detail=",
  invoice: "/order/invoice?detail=",
  user: "/account/userList?detail=",
  staff: "/account/userList?tab=staff&detail=",
  channel: "/channel/channelList?detail=",
  service: "/goods/serviceList?detail=",
  goods: "/goods/goodsList?detail=",
  box: "/operate/boxPage?detail=",
  hangar: "/operate/airport?detail=",
  drone: "/deviceAccess?tab=drones&detail=",
  flight: "/page/directive?detail=",
  task: "/page/page?task=",
  alarm: "/alarms?detail=",
  zone: "/zones?detail=",
  sms: "/msg/msgList?detail=",
  smsBatch: "/msg/msgList?batchId=",
  export: "/exports?detail=",
} as const;

/** What a link can lead to. */
export type RecordKind = keyof typeof pathByKind;

/** The address of one record. */
export const toRecordPath = (kind: RecordKind, id: string): string =>
  `${pathByKind[kind]}${encodeURIComponent(id)}`;
