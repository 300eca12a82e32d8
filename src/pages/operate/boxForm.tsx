import { Button, TextInput } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { partialPlaceMessage } from "../../../adapters/contract/device.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { toCallError } from "../../list/toCallError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { PlaceField } from "./PlaceField.tsx";

/** The MAC address: typed from the label, or generated. */
function MacField(field: CustomFieldProps) {
  const { value, disabled, onChange } = field;
  const { client } = usePageApi();
  const [isGenerating, setIsGenerating] = useState(false);
  const generateMac = () => {
    setIsGenerating(true);
    client
      .call(boxCalls.createBoxMac, {})
      .then(({ mac }) => onChange(mac), toCallError)
      .finally(() => setIsGenerating(false));
  };
  return (
    <>
      <TextInput
        {...toInputProps(field)}
        placeholder="如 02:1A:2B:3C:4D:5E，保存后不能修改"
        value={typeof value === "string" ? value : ""}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        mt={6}
        variant="default"
        size="compact-sm"
        leftSection={<IconWand size={14} />}
        loading={isGenerating}
        disabled={disabled}
        onClick={generateMac}
      >
        生成
      </Button>
    </>
  );
}

/** Adds and edits a box; row actions bind and unbind it. */
export const boxForm = recordForm({
  name: "box",
  create: boxCalls.boxAdd,
  update: boxCalls.boxUpdate,
  detailCall: boxCalls.boxOne,
  container: "drawer",
  pairs: [{ names: ["lng", "lat"], message: partialPlaceMessage }],
  sections: [
    {
      title: "云盒信息",
      fields: [
        { kind: "text", name: "name", label: word.boxName, placeholder: "如 城东变电站云盒" },
        { kind: "custom", name: "mac", label: word.mac, only: "create", control: MacField },
        { kind: "text", name: "sn", label: word.sn },
        { kind: "text", name: "model", label: word.model, placeholder: "如 AC-Box 2" },
        { kind: "text", name: "firmware", label: word.firmware },
        {
          kind: "choice",
          name: "companyId",
          label: "绑定企业",
          only: "create",
          hint: "可以留空，之后再绑定",
          source: companyChoices,
        },
      ],
    },
    {
      title: "安装位置",
      fields: [
        { kind: "custom", name: "lng", label: word.longitude, control: PlaceField },
        { kind: "number", name: "lat", label: word.latitude, placeholder: word.latitudeExample },
        { kind: "longText", name: "remark", label: word.remark, wide: true },
      ],
    },
  ],
});
