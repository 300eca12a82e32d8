import * as word from "../../../../adapters/contract/words.ts";
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
  save: zoneEditCalls.zoneSave,
  detailCall: zoneCalls.zoneOne,
  container: "drawer",
  toUndo: (saved) => ({
    remark: formatOverlaps(saved.overlaps),
    run: (client) => restoreZone(client, saved),
  }),
  sections: [
    {
      title: word.zone,
      fields: [
        { kind: "text", name: "name", label: word.name, placeholder: "如 东站临时管制" },
        { kind: "select", name: "kind", label: word.type, dictionary: zoneKind, initial: "noFly" },
        { kind: "choice", name: "companyId", label: word.owner, source: companyChoices, hint: "作业区可填" },
        { kind: "select", name: "status", label: word.status, dictionary: zoneStatus, initial: "active" },
      ],
    },
    {
      title: word.area,
      fields: [
        {
          kind: "custom",
          name: "shape",
          label: word.area,
          control: ShapeField,
          wide: true,
          formatValue: (value) => {
            const shape = zoneShape.safeParse(value);
            return shape.success ? formatShape(shape.data) : "-";
          },
        },
        { kind: "number", name: "floor", label: zoneFieldLabels.floor, initial: 0 },
        { kind: "number", name: "ceiling", label: zoneFieldLabels.ceiling, initial: 120 },
        { kind: "select", name: "datum", label: word.datum, dictionary: zoneDatum, initial: "agl" },
      ],
    },
    {
      title: word.time,
      fields: [
        { kind: "moment", name: "from", label: word.startTime, hint: "不填表示立即" },
        { kind: "moment", name: "to", label: word.endTime, hint: "不填表示长期" },
        {
          kind: "custom",
          name: "weekly",
          label: word.weekly,
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
