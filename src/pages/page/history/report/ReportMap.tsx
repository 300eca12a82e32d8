import { useMemo, useState } from "react";
import { BaseMap } from "../../../../map/base/BaseMap.tsx";
import { AttributionLine } from "../../../../map/controls/AttributionLine.tsx";
import { ScaleLine } from "../../../../map/controls/ScaleLine.tsx";
import { MapView } from "../../../../map/MapView.tsx";
import { createMapViewState } from "../../../../map/mapViewState.ts";
import { projectTrack } from "../../../../map/tracks/coloredTrack.ts";
import { Tracks } from "../../../../map/tracks/Tracks.tsx";
import type { FlightTrack } from "../playback/track.ts";
import { toColoredRuns } from "../playback/trackColors.ts";
import classes from "./FlightReport.module.css";

const trackColor = "#c92a2a";
const noop = () => {};

/** The track on the embedded base map, as a picture: it cannot be moved. Nothing is drawn across a gap. */
export function ReportMap({ track }: { readonly track: FlightTrack }) {
  const [viewState] = useState(createMapViewState);
  const tracks = useMemo(
    () => [
      {
        id: "track",
        coordinates: projectTrack(track.lat, track.lon),
        runs: toColoredRuns(track, "flight", null, trackColor),
      },
    ],
    [track],
  );
  return (
    <div className={classes["map"]} role="img" aria-label="航迹地图">
      <div className={classes["mapFrame"]} inert>
        <MapView viewState={viewState} label="航迹地图" area="world">
          <BaseMap basemap={null} scheme="light" onError={noop} onRecover={noop} />
          <Tracks tracks={tracks} onPick={noop} />
          <div className={classes["mapFoot"]}>
            <ScaleLine />
            <AttributionLine basemap={null} />
          </div>
        </MapView>
      </div>
    </div>
  );
}
