import { useMemo, useState } from "react";
import type { ImportPreview } from "../../../../adapters/contract/flightFile.ts";
import { createMapViewState } from "../../../map/mapViewState.ts";
import { SmallMap } from "../../../map/SmallMap.tsx";
import { projectTrack } from "../../../map/tracks/coloredTrack.ts";
import { Tracks } from "../../../map/tracks/Tracks.tsx";
import { getFlightColor } from "../playback/trackColors.ts";

const noop = () => {};
const toE7 = (degrees: number) => Math.round(degrees * 1e7);

/** The tracks of a recording that is not saved yet, a colour each. */
export default function PreviewMap({ flights }: Pick<ImportPreview, "flights">) {
  const [viewState] = useState(createMapViewState);
  const tracks = useMemo(
    () =>
      flights.map(({ startedAt, track }, index) => ({
        id: startedAt,
        coordinates: projectTrack(
          Int32Array.from(track, ([, lat]) => toE7(lat)),
          Int32Array.from(track, ([lon]) => toE7(lon)),
        ),
        runs: [{ color: getFlightColor(index), first: 0, last: track.length - 1 }],
      })),
    [flights],
  );
  return (
    <SmallMap viewState={viewState} label="待确认的航迹，方向键移动，加减键缩放">
      <Tracks tracks={tracks} onPick={noop} />
    </SmallMap>
  );
}
