import { deviceCalls, partialPlaceMessage, uavClass } from "../../../../adapters/contract/device.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { recordForm } from "../../../list/form/recordForm.ts";
import { companyChoices } from "../../../list/pickers/companyChoices.ts";
import { PlaceField } from "../PlaceField.tsx";

export const droneForm = recordForm({
  name: "drone",
  noun: word.drone,
  save: deviceCalls.deviceSave,
  detailCall: deviceCalls.droneOne,
  container: "drawer",
  pairs: [{ names: ["lng", "lat"], message: partialPlaceMessage }],
  sections: [
    {
      title: "无人机信息",
      fields: [
        { kind: "choice", name: "companyId", label: word.owner, source: companyChoices, wide: true },
        { kind: "text", name: "sn", label: word.sn, hint: "设备上报时填写的 droneSn，区分大小写" },
        { kind: "text", name: "model", label: word.model, placeholder: "如 DJI Matrice 3TD" },
        { kind: "select", name: "uavClass", label: word.uavClass, dictionary: uavClass },
        { kind: "text", name: "name", label: word.name, placeholder: "不填时为型号和序列号" },
        { kind: "text", name: "registrationNo", label: word.registrationNo, placeholder: "可不填" },
      ],
    },
    {
      title: "停放位置（可不填）",
      fields: [
        { kind: "custom", name: "lng", label: word.longitude, control: PlaceField },
        { kind: "number", name: "lat", label: word.latitude, placeholder: word.latitudeExample },
      ],
    },
    {
      title: "设备时钟（一般不用改）",
      fields: [
        {
          kind: "number",
          name: "clockCorrectionS",
          label: "时钟校正（秒）",
          initial: "0",
          hint: "加到设备上报的时间上：慢 8 小时填 28800，快 8 小时填 -28800，GPS 周数翻转填 619315200；时钟正确填 0",
        },
      ],
    },
  ],
});
