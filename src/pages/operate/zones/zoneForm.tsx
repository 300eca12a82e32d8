import {
  type ZoneRow,
  zoneCalls,
  zoneDatum,
  zoneFieldLabels,
  zoneKind,
  zoneShape,
  zoneStatus,
} from "../../../../adapters/contract/zone.ts";
import { zoneEditCalls } from "../../../../adapters/contract/zoneEdit.ts";
import { formatShape, formatWeekly } from "../../../../adapters/contract/zoneText.ts";
import type { Client } from "../../../../adapters/http/client.ts";
import { createRequestId } from "../../../../adapters/http/createRequestId.ts";
import type { FormConfig } from "../../../list/form/formConfig.ts";
import { recordForm } from "../../../list/form/recordForm.ts";
import { companyChoices } from "../../../list/pickers/companyChoices.ts";
import { ShapeField } from "./ShapeField.tsx";
import { WeeklyField } from "./WeeklyField.tsx";

interface Saved {
  readonly id: string;
  readonly version: number;
}

/** Undoes a change of a zone. */
export const restoreZone = (client: Client, { id, version }: Saved) =>
  client.call(zoneEditCalls.zoneRestore, { body: { id, version, requestId: createRequestId() } });

const formatOverlaps = (overlaps: readonly { readonly name: string }[]) =>
  overlaps.length > 0 ? `，与 ${overlaps.map(({ name }) => name).join("、")} 重叠` : "";

export const zoneForm = recordForm({
  name: "zone",
  noun: "管制区",
  save: zoneEditCalls.zoneSave,
  detailCall: zoneCalls.zoneOne,
  container: "drawer",
  toUndo: (saved) => ({
    remark: formatOverlaps(saved.overlaps),
    run: (client) => restoreZone(client, saved),
  }),
  sections: [
    {
      title: "管制区",
      fields: [
        { kind: "text", name: "name", label: "名称", placeholder: "如 东站临时管制" },
        { kind: "select", name: "kind", label: "类型", dictionary: zoneKind, initial: "noFly" },
        { kind: "choice", name: "companyId", label: "所属企业", source: companyChoices, hint: "作业区可填" },
        { kind: "select", name: "status", label: "状态", dictionary: zoneStatus, initial: "active" },
      ],
    },
    {
      title: "范围",
      fields: [
        {
          kind: "custom",
          name: "shape",
          label: "范围",
          control: ShapeField,
          wide: true,
          formatValue: (value) => {
            const shape = zoneShape.safeParse(value);
            return shape.success ? formatShape(shape.data) : "-";
          },
        },
        { kind: "number", name: "floor", label: zoneFieldLabels.floor, initial: 0 },
        { kind: "number", name: "ceiling", label: zoneFieldLabels.ceiling, initial: 120 },
        { kind: "select", name: "datum", label: "高度基准", dictionary: zoneDatum, initial: "agl" },
      ],
    },
    {
      title: "时间",
      fields: [
        { kind: "moment", name: "from", label: "开始时间", hint: "不填表示立即" },
        { kind: "moment", name: "to", label: "结束时间", hint: "不填表示长期" },
        {
          kind: "custom",
          name: "weekly",
          label: "每周时段",
          control: WeeklyField,
          wide: true,
          formatValue: (value) => (Array.isArray(value) ? formatWeekly(value) : "-"),
        },
      ],
    },
  ],
});

const maxNameLength = 40;
const copySuffix = " 副本";

/** A new zone with the values of another one. */
export const zoneCopyForm: FormConfig<ZoneRow> = {
  ...zoneForm,
  name: "zone-copy",
  title: (row) => `复制「${row?.name ?? ""}」`,
  savesDrafts: false,
  getValues: (row) => {
    const name = `${row?.name ?? ""}`.slice(0, maxNameLength - copySuffix.length);
    return {
      ...zoneForm.getValues(null),
      ...(row ? zoneForm.getValues(row) : {}),
      name: `${name}${copySuffix}`,
    };
  },
  validate: (field, value) => zoneForm.validate(field, value, null),
  isRequired: (field) => zoneForm.isRequired(field, null),
  save: (client, { values, requestId }, signal) =>
    zoneForm.save(client, { row: null, values, requestId }, signal),
};
