import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { HangarDroneField } from "./HangarDroneField.tsx";
import { PlaceField } from "./PlaceField.tsx";

/** Enters a hangar and edits one. */
export const hangarForm = recordForm({
  name: "hangar",
  noun: "机场",
  create: hangarCalls.hangarAdd,
  update: hangarCalls.hangarAdd,
  detailCall: hangarCalls.hangarOne,
  container: "drawer",
  requiredFields: ["name", "sn", "model", "companyId", "lng", "lat", "altitude"],
  sections: [
    {
      title: "机场信息",
      fields: [
        { kind: "text", name: "name", label: "机场名称", placeholder: "如 城东变电站机场" },
        { kind: "text", name: "sn", label: "序列号" },
        { kind: "text", name: "model", label: "型号", placeholder: "如 DJI Dock 2" },
        { kind: "choice", name: "companyId", label: "所属企业", source: companyChoices },
        { kind: "custom", name: "droneSn", label: "驻场无人机", control: HangarDroneField, wide: true },
      ],
    },
    {
      title: "安装位置",
      fields: [
        { kind: "custom", name: "lng", label: "经度", control: PlaceField },
        { kind: "number", name: "lat", label: "纬度", placeholder: "如 39.916527" },
        { kind: "number", name: "altitude", label: "海拔（m）" },
      ],
    },
  ],
});
