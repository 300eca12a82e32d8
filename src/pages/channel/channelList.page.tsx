import { type ChannelRow, channelCodeCalls, channelStatus } from "../../../adapters/contract/channelCode.ts";
import * as word from "../../../adapters/contract/words.ts";
import { channelStatusMachine } from "../../../machines/status/channel.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { recordActions } from "../../list/form/recordActions.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatPercent } from "../../ui/format/formatPercent.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { useNumberInput } from "../../ui/useNumberInput.ts";

/** The channel's commission in percent; only admins may set it. */
function RatioField(field: CustomFieldProps) {
  const { value, disabled, onChange } = field;
  const { user } = usePageApi();
  const input = useNumberInput(value);
  const canEdit = user.roles.includes("admin");
  return (
    <NumberField
      {...toInputProps(field)}
      description={canEdit ? "调整只影响之后的新订单" : "仅超级管理员可设置"}
      value={input.text}
      placeholder={canEdit ? "0.00" : "0"}
      rightSection="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      disabled={disabled || !canEdit}
      onChange={(next) => onChange(input.handleInput(next))}
    />
  );
}

/** Adds and edits a channel; its code cannot be changed later. */
export const channelForm = recordForm({
  name: "channelCode",
  create: channelCodeCalls.channelCreate,
  update: channelCodeCalls.channelUpdate,
  detailCall: channelCodeCalls.channelOne,
  container: "dialog",
  fields: [
    { kind: "text", name: "name", label: "渠道名称", placeholder: "如 华东农机经销" },
    {
      kind: "text",
      name: "code",
      label: "渠道码",
      only: "create",
      placeholder: "6 至 12 位大写字母或数字",
      hint: "保存后不能修改",
    },
    { kind: "text", name: "contact", label: word.contact },
    {
      kind: "text",
      name: "phone",
      label: word.contactPhone,
      masked: true,
      placeholder: word.phoneExample,
    },
    { kind: "custom", name: "ratio", label: "佣金比例", control: RatioField },
    {
      kind: "day",
      name: "expireAt",
      label: word.validUntil,
      wire: "last",
      hint: "不填为长期有效；到期后新订单不再计佣金",
    },
    { kind: "longText", name: "remark", label: word.remark, wide: true },
  ],
});

/** Shows the sign-up link as a QR code. */
const showChannelQr: RowAction<ChannelRow> = {
  name: "qr",
  label: "二维码",
  call: channelCodeCalls.channelOne,
  dialog: lazyDialog(async () => (await import("./ChannelQr.tsx")).ChannelQr),
};

const channelAction = recordActions({
  name: "channel",
  detailCall: channelCodeCalls.channelOne,
  getTitle: ({ name }) => name,
  machine: channelStatusMachine,
});

const enableChannel = channelAction("enable", {
  label: word.enable,
  call: channelCodeCalls.channelUpdate,
  sends: { status: "on" },
  consequence: ({ code }) => `启用后新企业可以通过渠道码 ${code} 归属该渠道，其企业的新订单重新计佣金。`,
});

const disableChannel = channelAction("disable", {
  label: word.disable,
  call: channelCodeCalls.channelUpdate,
  destructive: true,
  sends: { status: "off" },
  consequence: ({ companyCount }) =>
    `停用后新企业不能再选择该渠道；已归属的 ${formatNumber(companyCount)} 家企业之后的新订单不再计佣金，已有订单的佣金不变。`,
});

const deleteChannel = channelAction("delete", {
  label: word.remove,
  call: channelCodeCalls.channelDelete,
  destructive: true,
  refusal: ({ companyCount }) =>
    companyCount > 0 ? `有 ${companyCount} 家企业使用，不能删除，可以改为停用` : null,
  consequence: ({ name, code }) => `将删除渠道「${name}」，渠道码 ${code} 及其二维码随即失效。`,
});

export const meta = {
  path: "/channel/channelList",
  title: "渠道列表",
  group: "channel",
  order: 1,
  icon: "IconAffiliate",
  roles: ["admin", "operator", "finance"],
  right: "/channelCode/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "带来客户的渠道：渠道码、佣金比例，以及它带来的企业和金额。",
  lines: [
    "「新增」填写渠道码（6 到 12 位大写字母和数字）、联系人和佣金比例。",
    "「二维码」是注册链接，发给渠道推广时使用。",
    "修改佣金比例只影响以后的订单，已有订单保留当时的比例。",
    "佣金按不含税的已到账金额计算，退款按比例冲回。",
    "渠道停用后不影响已有企业和订单。",
    "企业数、实收金额、佣金由系统自动统计。",
    "有企业使用的渠道不能删除，可以停用；佣金比例仅超级管理员可设置。",
    "按名称、渠道码、完整手机号或后四位查找，可以导出。",
  ],
};

const formatRatio = ({ ratio }: ChannelRow) => formatPercent(ratio, 2);

export default listPage({
  name: "channelCode",
  call: channelCodeCalls.channelPageList,
  export: channelCodeCalls.channelExport,
  detailCall: channelCodeCalls.channelOne,
  form: channelForm,
  rowActions: [showChannelQr, enableChannel, disableChannel, deleteChannel],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: "渠道名称", width: 200, main: true, sort: "name" },
    { key: "status", title: word.status, width: 90, as: "tag", dictionary: channelStatus, sort: "status" },
    { key: "code", title: "渠道码", width: 130, as: "copy", sort: "code" },
    { key: "contact", title: word.contact, width: 96 },
    {
      key: "phone",
      title: word.contactPhone,
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
    { key: "orderAmountFen", title: word.receivedAmount, width: 150, as: "money", sort: "orderAmountFen" },
    { key: "commissionFen", title: word.commission, width: 140, as: "money", sort: "commissionFen" },
    { key: "expireAt", title: word.validUntil, width: 130, as: "expiry", sort: "expireAt" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
    { key: "remark", title: word.remark, width: 200, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "名称/渠道码/手机/后四位" },
    { kind: "select", name: "status", label: word.status, dictionary: channelStatus },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});
