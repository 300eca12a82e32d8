import { Button, TextInput } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { useConsole } from "../../console/useConsole.ts";
import { calledOrReported } from "../../list/calledOrReported.ts";
import { fieldFrame } from "../../list/form/fieldFrame.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";

/** The MAC address: typed from the box's label, or made for one that has none. */
export function MacField(field: CustomFieldProps) {
  const { value, disabled, onChange } = field;
  const { client } = useConsole();
  const [making, setMaking] = useState(false);
  const make = () => {
    setMaking(true);
    client
      .call(boxCalls.createBoxMac, {})
      .then(({ mac }) => onChange(mac), calledOrReported)
      .finally(() => setMaking(false));
  };
  return (
    <>
      <TextInput
        {...fieldFrame(field)}
        placeholder="如 02:1A:2B:3C:4D:5E，保存后不能修改"
        value={typeof value === "string" ? value : ""}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        mt={6}
        variant="default"
        size="compact-sm"
        leftSection={<IconWand size={14} />}
        loading={making}
        disabled={disabled}
        onClick={make}
      >
        生成
      </Button>
    </>
  );
}
