import { smsDeclineCalls, smsDeclineSource } from "../../../adapters/contract/smsDecline.ts";
import { listPage } from "../../list/listPage.tsx";
import { endDecline } from "./endDecline.ts";

/** The phones that take no marketing any more. */
export const DeclinedPhones = listPage({
  name: "sms-decline",
  noun: "退订号码",
  call: smsDeclineCalls.smsDeclineList,
  detailCall: smsDeclineCalls.smsDeclineOne,
  rowActions: [endDecline],
  getTitle: (row) => row.phone,
  columns: [
    {
      key: "phone",
      title: "手机号",
      width: 170,
      as: "phone",
      reveal: { entity: "smsDecline", field: "phone" },
    },
    { key: "at", title: "退订时间", width: 190, as: "time", sort: "at" },
    { key: "source", title: "退订方式", width: 130, as: "tag", dictionary: smsDeclineSource },
    { key: "staffName", title: "登记人", width: 130 },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "完整手机号或后四位" },
    { kind: "select", name: "source", label: "退订方式", dictionary: smsDeclineSource },
    { kind: "days", from: "from", to: "to", label: "退订时间" },
  ],
});
