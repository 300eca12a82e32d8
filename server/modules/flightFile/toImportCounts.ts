import type { ImportPreview } from "../../../adapters/contract/flightFile.ts";
import { sampleFields } from "../../telemetry/fleet/sampleColumns.ts";
import type { BuiltImport } from "../../telemetry/recording/buildImport.ts";
import { listLeftOut } from "../../telemetry/recording/formats/leftOutNotes.ts";

/** What of a recording is in its tracks, and what is not. */
export const toImportCounts = ({
  flights,
  leftOut,
  cleared,
}: BuiltImport): Required<Pick<ImportPreview, "samples" | "leftOut" | "cleared">> => ({
  samples: flights.reduce((sum, { samples }) => sum + samples, 0),
  leftOut: listLeftOut(leftOut),
  cleared: sampleFields.flatMap((field) => {
    const count = cleared[field] ?? 0;
    return count > 0 ? [{ field, count }] : [];
  }),
});
