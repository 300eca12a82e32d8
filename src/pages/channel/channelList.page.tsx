import { type ChannelRow, channelCodeCalls, channelStatus } from "../../../adapters/contract/channelCode.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { deleteChannel, disableChannel, enableChannel, showChannelQr } from "./channelActions.ts";
import { channelForm } from "./channelForm.ts";

export const meta = {
  path: "/channel/channelList",
  title: "渠道列表",
  group: "channel",
  order: 1,
  icon: "IconAffiliate",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

const formatRatio = ({ ratio }: ChannelRow) => `${ratio.toFixed(2)}%`;

export default listPage({
  name: "channelCode",
  noun: "渠道",
  call: channelCodeCalls.channelPageList,
  detailCall: channelCodeCalls.channelOne,
  form: channelForm,
  rowActions: [showChannelQr, enableChannel, disableChannel, deleteChannel],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: "渠道名称", width: 200, main: true, sort: "name" },
    { key: "status", title: "状态", width: 90, as: "tag", dictionary: channelStatus, sort: "status" },
    { key: "code", title: "渠道码", width: 130, as: "copy", sort: "code" },
    { key: "contact", title: "联系人", width: 96 },
    {
      key: "phone",
      title: "联系电话",
      width: 150,
      as: "phone",
      reveal: { entity: "channelCode", field: "phone" },
    },
    {
      key: "ratio",
      title: "佣金比例",
      width: 110,
      as: "custom",
      align: "right",
      cell: formatRatio,
      sort: "ratio",
    },
    { key: "companyCount", title: "企业数", width: 96, as: "number", sort: "companyCount" },
    { key: "orderAmountFen", title: "订单总额", width: 150, as: "money", sort: "orderAmountFen" },
    { key: "commissionFen", title: "佣金", width: 140, as: "money", sort: "commissionFen" },
    { key: "expireAt", title: "有效期至", width: 130, as: "day", sort: "expireAt" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
    { key: "remark", title: "备注", width: 200, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "渠道名称 / 渠道码 / 完整手机号或后四位" },
    { kind: "select", name: "status", label: "状态", dictionary: channelStatus },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
  ],
});
