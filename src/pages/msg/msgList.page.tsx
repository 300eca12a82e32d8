import { smsCalls } from "../../../adapters/contract/sms.ts";
import { smsDeclineCalls } from "../../../adapters/contract/smsDecline.ts";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { DeclinedPhones } from "./DeclinedPhones.tsx";
import { SentMessages } from "./SentMessages.tsx";

export const meta = {
  path: "/msg/msgList",
  title: "消息列表",
  group: "msg",
  order: 1,
  icon: "IconMessage",
  roles: ["admin", "operator"],
} as const satisfies PageMeta;

export default tabbedPage([
  { key: "sent", title: "短信记录", call: smsCalls.smsListPage, page: SentMessages },
  { key: "declined", title: "退订名单", call: smsDeclineCalls.smsDeclineList, page: DeclinedPhones },
]);
