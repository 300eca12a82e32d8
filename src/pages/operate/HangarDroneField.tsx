import { type DeviceRow, deviceCalls } from "../../../adapters/contract/device.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { ChoiceSelect } from "../../list/pickers/ChoiceSelect.tsx";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";

const toChoice = ({ sn, name, hangarId }: DeviceRow) => ({
  value: sn,
  label: `${name}（${sn}）${hangarId === null ? "" : " 已在机场中"}`,
});

/** The drones of one company, by their serial numbers. */
function createDroneSource(companyId: string): ChoiceSource {
  const fetchDrones = async (client: Client, keyword: string, signal: AbortSignal) => {
    const query = { kind: "drone" as const, companyId, ...(keyword ? { keyword } : {}) };
    return client.call(deviceCalls.deviceList, { query }, { signal });
  };
  return {
    placeholder: "输入名称或序列号搜索",
    search: async (client, text, signal) => (await fetchDrones(client, text.trim(), signal)).map(toChoice),
    fetchByIds: async (client, sns, signal) =>
      (await fetchDrones(client, "", signal)).filter(({ sn }) => sns.includes(sn)).map(toChoice),
  };
}

/** The drone that lives in the hangar, one of the hangar's company. */
export function HangarDroneField({
  id,
  label,
  value,
  values,
  error,
  disabled,
  ...handlers
}: CustomFieldProps) {
  const companyId = typeof values["companyId"] === "string" ? values["companyId"] : "";
  return (
    <ChoiceSelect
      key={companyId}
      id={id}
      label={label}
      source={
        companyId
          ? createDroneSource(companyId)
          : { ...createDroneSource(""), placeholder: "请先选择所属企业" }
      }
      value={typeof value === "string" && value !== "" ? value : null}
      error={error}
      disabled={disabled || companyId === ""}
      onBlur={handlers.onBlur}
      onChange={(selectedSn) => handlers.onChange(selectedSn ?? "")}
    />
  );
}
