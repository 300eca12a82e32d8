import { Button, TextInput } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { boxCalls } from "../../../adapters/contract/box.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { toCallError } from "../../list/toCallError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

/** The MAC address: typed from the box's label, or made for one that has none. */
export function MacField(field: CustomFieldProps) {
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
