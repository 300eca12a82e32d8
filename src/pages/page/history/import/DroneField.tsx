import { Autocomplete, Text } from "@mantine/core";
import { deviceCalls } from "../../../../../adapters/contract/device.ts";
import type { CustomFieldProps } from "../../../../list/form/formConfig.ts";
import { toInputProps } from "../../../../list/form/toInputProps.ts";
import { useQuery } from "../../../../list/useQuery.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";

/** A serial number: one of the company's drones, or typed. */
export function DroneField(field: CustomFieldProps) {
  const { value, values, onChange } = field;
  const { client } = usePageApi();
  const companyId = typeof values["companyId"] === "string" ? values["companyId"] : "";
  const { result } = useQuery(companyId === "" ? null : companyId, (signal) =>
    client.call(deviceCalls.deviceList, { query: { kind: "drone", companyId } }, { signal }),
  );
  const drones = result.state === "success" ? result.data : [];
  const names = new Map(drones.map(({ sn, name }) => [sn, name]));
  return (
    <Autocomplete
      {...toInputProps(field)}
      value={typeof value === "string" ? value : ""}
      data={[...names.keys()]}
      limit={20}
      placeholder="选择该企业的无人机，或填写序列号"
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{option.value}</Text>
          <Text size="xs" c="dimmed">
            {names.get(option.value)}
          </Text>
        </div>
      )}
      onChange={onChange}
    />
  );
}
