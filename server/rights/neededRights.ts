import { lookUp } from "../../adapters/contract/lookUp.ts";

const [live, history] = ["/task/start/list", "/task/history/list"];
const [companies, orders, payments] = ["/company/pageList", "/order/v3/pageList", "/x/orderPay/pageList"];
const [boxes, channels, messages] = ["/iapi/box/list", "/channelCode/pageList", "/sms/list/page"];

/**
 * Rights without which another one is of no use in the console: that of the only page with its control, where the right to
 * view its kind of record opens another, and those of what its form offers to choose.
 */
const neededRights: Readonly<Record<string, readonly string[]>> = {
  "/x/flight/export": [history],
  "/x/flight/import": [history],
  "/x/task/history/export": [history],
  "/x/video/offset": [history],
  "/x/alarm/ack": [live],
  "/x/alarm/shelve": [live],
  "/x/alarm/close": [live],
  "/x/alarm/contact": [live, "/x/alarm/list"],
  "/x/duty/takeover": [live],
  "/x/duty/order": [live],
  "/x/duty/note": [live],
  "/logo/submit/:id": [companies],
  "/x/invoice/profile": [companies],
  "/company/account/create": [channels],
  "/company/account/update": [channels],
  "/order/v3/create": ["/goodsInfo/pageList"],
  "/invoice/order/apply": [companies, orders],
  "/x/receivable/export": ["/x/receivable/list"],
  "/x/orderPay/withdraw": [orders],
  "/x/orderPay/statement": [payments],
  "/goodsInfo/insertOrUpdate": ["/serviceInfo/pageList"],
  "/x/sms/template/create": [messages],
  "/x/sms/template/update": [messages],
  "/x/sms/template/delete/:id": [messages],
  "/iapi/plus/add": [boxes],
  "/iapi/plus/update": [boxes],
  "/iapi/plus/del/:id": [boxes],
};

/** What a right needs besides itself, by path. */
export const listNeededRights = (right: string): readonly string[] => lookUp(neededRights, right) ?? [];
