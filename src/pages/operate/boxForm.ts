import { boxCalls } from "../../../adapters/contract/box.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { MacField } from "./MacField.tsx";
import { PlaceField } from "./PlaceField.tsx";

/** Enters a cloud box and edits one; binding and unbinding are acts of their own. */
export const boxForm = recordForm({
  name: "box",
  noun: "云盒",
  create: boxCalls.boxAdd,
  update: boxCalls.boxUpdate,
  detailCall: boxCalls.boxOne,
  container: "drawer",
  sections: [
    {
      title: "云盒信息",
      fields: [
        { kind: "text", name: "name", label: "云盒名称", placeholder: "如 城东变电站云盒" },
        { kind: "custom", name: "mac", label: "MAC 地址", only: "create", control: MacField },
        { kind: "text", name: "sn", label: "序列号" },
        { kind: "text", name: "model", label: "型号", placeholder: "如 AC-Box 2" },
        { kind: "text", name: "firmware", label: "固件版本" },
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
        { kind: "custom", name: "lng", label: "经度", control: PlaceField },
        { kind: "number", name: "lat", label: "纬度", placeholder: "如 39.916527" },
        { kind: "longText", name: "remark", label: "备注", wide: true },
      ],
    },
  ],
});
