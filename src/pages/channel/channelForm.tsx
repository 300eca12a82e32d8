import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { useNumberInput } from "../../list/form/useNumberInput.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { NumberField } from "../../ui/NumberField.tsx";

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
  noun: "渠道",
  create: channelCodeCalls.channelCreate,
  update: channelCodeCalls.channelUpdate,
  detailCall: channelCodeCalls.channelOne,
  container: "dialog",
  sections: [
    {
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
        { kind: "text", name: "contact", label: "联系人" },
        { kind: "text", name: "phone", label: "联系电话", masked: true, placeholder: "11 位手机号" },
        { kind: "custom", name: "ratio", label: "佣金比例", control: RatioField },
        {
          kind: "day",
          name: "expireAt",
          label: "有效期至",
          wire: "last",
          hint: "不填为长期有效；到期后新订单不再计佣金",
        },
        { kind: "longText", name: "remark", label: "备注", wide: true },
      ],
    },
  ],
});
