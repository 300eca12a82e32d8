import {
  type ServiceRow,
  serviceCalls,
  serviceFieldLabels,
  serviceKind,
  taxRate,
} from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { FormConfig } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { parentServiceChoices } from "./serviceChoices.ts";

export const serviceForm = recordForm({
  name: "service",
  save: serviceCalls.serviceModify,
  detailCall: serviceCalls.serviceOne,
  container: "drawer",
  sections: [
    {
      title: "服务信息",
      fields: [
        { kind: "text", name: "name", label: serviceFieldLabels.name, placeholder: "如 电力线路巡检" },
        { kind: "text", name: "code", label: serviceFieldLabels.code, placeholder: "如 FX-0101" },
        { kind: "choice", name: "parentId", label: word.parentService, source: parentServiceChoices },
        { kind: "select", name: "kind", label: word.type, dictionary: serviceKind, initial: "flight" },
        { kind: "dictionary", name: "unit", label: serviceFieldLabels.unit, key: "service_unit" },
      ],
    },
    {
      title: "价格与税",
      fields: [
        { kind: "money", name: "priceFen", label: serviceFieldLabels.priceFen },
        {
          kind: "select",
          name: "taxRate",
          label: word.taxRate,
          dictionary: taxRate,
          hint: "不选则按类型：设备 13%，其他 6%",
        },
        {
          kind: "text",
          name: "taxCode",
          label: word.taxCode,
          placeholder: "19 位数字",
          hint: "开票时使用的商品和服务税收分类编码",
        },
      ],
    },
    {
      title: word.description,
      fields: [{ kind: "longText", name: "description", label: serviceFieldLabels.description, wide: true }],
    },
  ],
});

/** Adds a child service: the same form without the choice of a parent. */
export const childServiceForm: FormConfig<ServiceRow> = {
  ...serviceForm,
  name: "service-child",
  title: (row) => `在「${row?.name ?? ""}」下新增子项`,
  sections: serviceForm.sections.map((section) => ({
    ...section,
    fields: section.fields.filter(({ name }) => name !== "parentId"),
  })),
  getValues: (row) => {
    const { parentId, ...values } = serviceForm.getValues(null);
    return { ...values, kind: row?.kind ?? values["kind"], unit: row?.unit ?? "" };
  },
  validate: (field, value) => serviceForm.validate(field, value, null),
  isRequired: (field) => serviceForm.isRequired(field, null),
  save: (client, { row, values, requestId }, signal) =>
    serviceForm.save(
      client,
      { row: null, values: { ...values, parentId: row?.id ?? "" }, requestId },
      signal,
    ),
};
