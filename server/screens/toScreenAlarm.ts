import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { withoutNotes } from "../../adapters/contract/wallReads.ts";
import { maskName, maskNames } from "./maskNames.ts";
import type { ScreenView } from "./screenView.ts";

/** An alarm that a screen shows, with no more than its screen may tell. */
export function toScreenAlarm(alarm: AlarmRow, { scope, audience }: ScreenView): AlarmRow {
  const row = withoutNotes(alarm);
  // An alarm of nobody's own names the companies and drones of everybody.
  const isShared = scope.by !== "all" && row.companyId === null;
  const known = isShared ? { ...row, values: omitValues(row.values, ["companies", "droneSns"]) } : row;
  return audience === "visitors" ? maskAlarm(known) : known;
}

const omitValues = (values: AlarmRow["values"], names: readonly string[]): AlarmRow["values"] =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Without names of people, companies, tasks, hangars and lines; a work area is named after its company. */
function maskAlarm(row: AlarmRow): AlarmRow {
  const hasCompanyZone = row.kind === "fenceExit";
  const [county, ...offset] = row.place.split("，");
  return {
    ...maskNames(
      row,
      "companyName",
      "hangarName",
      "lineName",
      "acknowledgedByName",
      "shelvedByName",
      "closedByName",
    ),
    taskName: "",
    zoneName: hasCompanyZone ? maskName(row.zoneName) : row.zoneName,
    // What follows the county is measured from a hangar, perhaps.
    place: offset.length > 0 ? (county ?? "") : "",
    values: omitValues(row.values, hasCompanyZone ? ["companies", "zoneName"] : ["companies"]),
  };
}
