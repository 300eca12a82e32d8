import { type ChannelRow, channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { channelStatusMachine } from "../../../machines/status/channel.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

/** The sign-up link with its QR code. */
export const showChannelQr: RowAction<ChannelRow> = {
  name: "qr",
  label: "二维码",
  call: channelCodeCalls.channelOne,
  dialog: lazyComponent(async () => (await import("./ChannelQr.tsx")).ChannelQr),
};

export const enableChannel: RowAction<ChannelRow> = {
  name: "enable",
  label: "启用",
  call: channelCodeCalls.channelUpdate,
  isApplicable: ({ status }) => channelStatusMachine.allowed(status).includes("enable"),
  form: actionForm({
    name: "channel-enable",
    title: ({ name }: ChannelRow) => `启用 ${name}`,
    call: channelCodeCalls.channelUpdate,
    detailCall: channelCodeCalls.channelOne,
    submitLabel: "启用",
    consequence: ({ code }) => `启用后新企业可以通过渠道码 ${code} 归属该渠道，其企业的新订单重新计佣金。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, status: "on" as const, requestId } }),
  }),
};

export const disableChannel: RowAction<ChannelRow> = {
  name: "disable",
  label: "停用",
  call: channelCodeCalls.channelUpdate,
  destructive: true,
  isApplicable: ({ status }) => channelStatusMachine.allowed(status).includes("disable"),
  form: actionForm({
    name: "channel-disable",
    title: ({ name }: ChannelRow) => `停用 ${name}`,
    call: channelCodeCalls.channelUpdate,
    detailCall: channelCodeCalls.channelOne,
    destructive: true,
    submitLabel: "停用",
    consequence: ({ companyCount }) =>
      `停用后新企业不能再选择该渠道；已归属的 ${companyCount} 家企业之后的新订单不再计佣金，已有订单的佣金不变。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, status: "off" as const, requestId } }),
  }),
};

export const deleteChannel: RowAction<ChannelRow> = {
  name: "delete",
  label: "删除",
  call: channelCodeCalls.channelDelete,
  destructive: true,
  refusal: ({ companyCount }) =>
    companyCount > 0 ? `有 ${companyCount} 家企业使用，不能删除，可以改为停用` : null,
  form: actionForm({
    name: "channel-delete",
    title: ({ name }: ChannelRow) => `删除 ${name}`,
    call: channelCodeCalls.channelDelete,
    detailCall: channelCodeCalls.channelOne,
    destructive: true,
    submitLabel: "删除",
    consequence: ({ name, code }) => `将删除渠道「${name}」，渠道码 ${code} 及其二维码随即失效。`,
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};
