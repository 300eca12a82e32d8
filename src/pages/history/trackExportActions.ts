import { flightFileCalls, maxExportedFlights, trackFormat } from "../../../adapters/contract/flightFile.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { FormConfig } from "../../list/form/formConfig.ts";
import { validateField } from "../../list/form/validateField.ts";
import type { AnyRow, RowAction, RowSelection, SelectionAction } from "../../list/listDefinition.ts";
import type { FlightRef } from "../../live/playbackAddress.ts";
import { saveFile } from "../../ui/saveFile.ts";

/** A row of a flight in a list; its id is that of the flight. */
interface FlightOfList extends AnyRow {
  readonly taskId: string;
  readonly flightNo: string;
}

/** Asks for the format, then downloads the tracks. Says afterwards what the file does not hold. */
function createExportForm<R extends AnyRow>(
  name: string,
  getTitle: (row: R) => string,
  getFlights: (row: R) => readonly FlightRef[],
): FormConfig<R> {
  return {
    name,
    title: (row) => (row === null ? "" : getTitle(row)),
    sections: [
      {
        fields: [
          {
            kind: "select",
            name: "format",
            label: "格式",
            dictionary: trackFormat,
            hint: "GPX 用于测绘与地图软件，KML 用于 Google 地球，CSV 用于表格。时间为服务器时间，坐标为 WGS-84",
            wide: true,
          },
        ],
      },
    ],
    container: "dialog",
    submitLabel: word.exportRows,
    savesDrafts: false,
    getValues: () => ({ format: "gpx" }),
    validate: (field, value) => validateField(trackFormat.schema, field, value),
    isRequired: () => true,
    parseCurrent: () => null,
    save: async (client, { row, values }, signal) => {
      if (row === null) throw new Error(`${name} needs flights`);
      const body = { flights: [...getFlights(row)], format: trackFormat.schema.parse(values["format"]) };
      const file = await client.download(flightFileCalls.flightExport, { body }, { signal });
      saveFile(file.blob, file.fileName);
      if (file.note === "") return { id: row.id };
      const incomplete = {
        title: "文件已下载，但不完整",
        lines: [{ label: word.file, value: file.fileName, copyable: false }],
        note: file.note,
        repeatable: true,
      } as const;
      return { id: row.id, oneTimeSecret: incomplete };
    },
  };
}

const toRef = ({ id, taskId }: FlightOfList): FlightRef => ({ taskId, flightId: id });

/** Row action 导出航迹 of a list of flights. */
export const createExportTrack = <R extends FlightOfList>(): RowAction<R> => ({
  name: "exportTrack",
  label: "导出航迹",
  call: flightFileCalls.flightExport,
  form: createExportForm<R>(
    "flight-export-track",
    ({ flightNo }) => `导出航迹 ${flightNo}`,
    (row) => [toRef(row)],
  ),
});

/** Action 导出航迹 on selected flights: one file with all of them. */
export const createExportTracks = <R extends FlightOfList>(): SelectionAction<R> => ({
  name: "exportTracks",
  label: "导出航迹",
  call: flightFileCalls.flightExport,
  refusal: (rows) =>
    rows.length > maxExportedFlights
      ? `一次最多导出 ${maxExportedFlights} 次飞行，已选 ${rows.length} 次，请减少选择`
      : null,
  form: createExportForm<RowSelection<R>>(
    "flight-export-tracks",
    ({ rows }) => `导出 ${rows.length} 次飞行的航迹`,
    ({ rows }) => rows.map(toRef),
  ),
});
