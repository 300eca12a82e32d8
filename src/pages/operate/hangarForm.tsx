import { hangarCalls, hangarFieldLabels } from "../../../adapters/contract/hangar.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { ChoiceSelect } from "../../list/pickers/ChoiceSelect.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { createDroneSource } from "./createDroneSource.ts";
import { PlaceField } from "./PlaceField.tsx";

/** Selects the hangar's drone among its company's. */
function HangarDroneField({ id, label, value, values, error, disabled, ...handlers }: CustomFieldProps) {
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

export const hangarForm = recordForm({
  name: "hangar",
  save: hangarCalls.hangarAdd,
  detailCall: hangarCalls.hangarOne,
  container: "drawer",
  sections: [
    {
      title: "机场信息",
      fields: [
        { kind: "text", name: "name", label: hangarFieldLabels.name, placeholder: "如 城东变电站机场" },
        { kind: "text", name: "sn", label: word.sn },
        { kind: "text", name: "model", label: word.model, placeholder: "如 DJI Dock 2" },
        { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
        {
          kind: "custom",
          name: "droneSn",
          label: hangarFieldLabels.droneSn,
          control: HangarDroneField,
          wide: true,
        },
      ],
    },
    {
      title: "安装位置",
      fields: [
        { kind: "custom", name: "lng", label: word.longitude, control: PlaceField },
        { kind: "number", name: "lat", label: word.latitude, placeholder: word.latitudeExample },
        { kind: "number", name: "altitude", label: hangarFieldLabels.altitude },
      ],
    },
  ],
});
