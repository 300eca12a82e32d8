import { NativeSelect, useComputedColorScheme } from "@mantine/core";
import { IconArrowsMaximize, IconFocus2 } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useCallback, useMemo, useState } from "react";
import { linkState, linkStates } from "../../../../adapters/contract/flight.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { formatAge } from "../../../live/formatFlight.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { BaseMap } from "../../../map/base/BaseMap.tsx";
import { AttributionLine } from "../../../map/controls/AttributionLine.tsx";
import { ScaleLine } from "../../../map/controls/ScaleLine.tsx";
import { ZoomButtons } from "../../../map/controls/ZoomButtons.tsx";
import { type PlayedDrone, PlayedDrones } from "../../../map/drones/PlayedDrones.tsx";
import { Points } from "../../../map/features/Points.tsx";
import { MapView } from "../../../map/MapView.tsx";
import { projectTrack } from "../../../map/tracks/coloredTrack.ts";
import { FitTracksButton } from "../../../map/tracks/FitTracksButton.tsx";
import type { TrackHit } from "../../../map/tracks/findNearest.ts";
import { Tracks } from "../../../map/tracks/Tracks.tsx";
import { platformOutageColor } from "../strip/stripColors.ts";
import type { ValueRange } from "../valueRange.ts";
import { formatDuration } from "./formatDuration.ts";
import { getMoment, getPosition } from "./moment.ts";
import classes from "./Playback.module.css";
import type { PlaybackServices } from "./playbackServices.ts";
import { getFlightLabel, heightDatums } from "./playedFlight.ts";
import type { ShownFlight } from "./shownFlight.ts";
import {
  getHoleLink,
  getValueRange,
  linkColors,
  scaleColors,
  type TrackColoring,
  toColoredRuns,
  trackColorings,
  unknownColor,
} from "./trackColors.ts";

const coloringLabels: Readonly<Record<TrackColoring, string>> = {
  flight: "按飞行着色",
  height: "按高度着色",
  speed: "按速度着色",
  link: "按链路着色",
};

const noop = () => {};

/** The drones of all flights that have begun at a time. */
function toDrones(flights: readonly ShownFlight[], timeMs: number, smooth: boolean): PlayedDrone[] {
  return flights.flatMap(({ flight, shiftMs }, index) => {
    const moment = getMoment(flight, timeMs - shiftMs);
    const position = getPosition(flight, moment, smooth);
    if (!position) return [];
    const at = moment.index;
    const stale = moment.kind !== "flown";
    const label = getFlightLabel(flight);
    return [
      {
        index,
        ...position,
        hAgl: flight.hAgl[at] ?? Number.NaN,
        hRel: flight.hRel[at] ?? Number.NaN,
        hEll: flight.hEll[at] ?? Number.NaN,
        battery: flight.battery[at] ?? Number.NaN,
        phase: flight.phase[at] ?? 0,
        stale,
        label: stale ? `${label} · ${formatAge(moment.ageMs)}` : label,
      },
    ];
  });
}

interface LegendProps {
  readonly flights: readonly ShownFlight[];
  readonly coloring: TrackColoring;
  readonly range: ValueRange | null;
}

const Swatch = ({ color }: { readonly color: string }) => (
  <span className={classes["swatch"]} style={{ background: color }} aria-hidden />
);

/** What the colours mean. Several flights have theirs in the strip's legend. */
function LegendEntries({ flights, coloring, range }: LegendProps) {
  if (coloring === "flight")
    return flights.map(({ key, flight, color }) => (
      <li key={key}>
        <Swatch color={color} />
        {getFlightLabel(flight)}
      </li>
    ));
  if (coloring === "link")
    return linkStates.map((state) => (
      <li key={state}>
        <Swatch color={linkColors[state]} />
        {linkState.label(state)}
      </li>
    ));
  const unit = coloring === "speed" ? "m/s" : "m";
  const datums = new Set(
    flights.flatMap(({ flight: { heightColumn } }) => (heightColumn ? [heightDatums[heightColumn]] : [])),
  );
  return (
    <>
      <li className={classes["scale"]}>
        <span>{range ? `${range.min.toFixed(0)} ${unit}` : word.unknown}</span>
        <span className={classes["scaleColors"]} aria-hidden>
          {scaleColors.map((color) => (
            <span key={color} style={{ background: color }} />
          ))}
        </span>
        {range && <span>{`${range.max.toFixed(0)} ${unit}`}</span>}
      </li>
      {coloring === "height" && datums.size > 0 && <li>{[...datums].join("、")}</li>}
      <li>
        <Swatch color={unknownColor} />
        {word.unknown}
      </li>
    </>
  );
}

interface Props {
  readonly services: PlaybackServices;
  readonly flights: readonly ShownFlight[];
  readonly chosen: ShownFlight;
  /** Those around the flights, as they are now. */
  readonly zones: readonly ZoneRow[];
}

const ZoneLayers = lazyComponent(async () => (await import("../../../map/zones/ZoneLayers.tsx")).ZoneLayers);

/** The map: tracks in colour, holes left open and named, and where the drones are at the shown time. */
export function PlaybackMap({ services: { actor, clock, viewState }, flights, chosen, zones }: Props) {
  const scheme = useComputedColorScheme("light");
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const [coloring, setColoring] = useState<TrackColoring>("flight");
  const range = useMemo(
    () =>
      getValueRange(
        flights.map(({ flight }) => flight),
        coloring,
      ),
    [flights, coloring],
  );
  const tracks = useMemo(
    () =>
      flights.map(({ key, flight, color }) => ({
        id: key,
        coordinates: projectTrack(flight.lat, flight.lon),
        runs: toColoredRuns(flight, coloring, range, color),
      })),
    [flights, coloring, range],
  );
  const holePoints = useMemo(() => flights.flatMap(toHolePoints), [flights]);
  const handlePick = useCallback(
    ({ id, index, share }: TrackHit) => {
      const hit = flights.find(({ key }) => key === id);
      const fromMs = hit?.flight.times[index];
      if (!hit || fromMs === undefined) return;
      const toMs = hit.flight.times[index + 1] ?? fromMs;
      actor.send({ type: "time.seek", ms: fromMs + (toMs - fromMs) * share + hit.shiftMs });
    },
    [actor, flights],
  );
  const subscribe = useCallback(
    (listener: (drones: readonly PlayedDrone[]) => void) =>
      clock.subscribe((timeMs) => listener(toDrones(flights, timeMs, smooth))),
    [clock, flights, smooth],
  );
  return (
    <section className={classes["stage"]} aria-label="地图">
      <MapView viewState={viewState} label="航迹地图，方向键移动，加减键缩放，点击航迹跳到该处" area="world">
        <BaseMap basemap={null} scheme={scheme} onError={noop} onRecover={noop} />
        {zones.length > 0 && <ZoneLayers zones={zones} visible scheme={scheme} />}
        <Tracks tracks={tracks} onPick={handlePick} />
        <Points points={holePoints} scheme={scheme} />
        <PlayedDrones subscribe={subscribe} selected={flights.indexOf(chosen)} dark={scheme === "dark"} />
        <div className={classes["legend"]}>
          <NativeSelect
            size="xs"
            aria-label="航迹着色"
            mb={4}
            data={trackColorings.map((value) => ({ value, label: coloringLabels[value] }))}
            value={coloring}
            onChange={({ currentTarget }) =>
              setColoring(trackColorings.find((value) => value === currentTarget.value) ?? "flight")
            }
          />
          {(coloring !== "flight" || flights.length === 1) && (
            <ul aria-label="图例">
              <LegendEntries flights={flights} coloring={coloring} range={range} />
            </ul>
          )}
        </div>
        <div className={classes["tools"]}>
          <ZoomButtons />
          <FitTracksButton label="显示全部航迹" icon={<IconArrowsMaximize size={18} />} tracks={tracks} />
          {flights.length > 1 && (
            <FitTracksButton
              label="只看所选飞行"
              icon={<IconFocus2 size={18} />}
              tracks={tracks.filter(({ id }) => id === chosen.key)}
            />
          )}
        </div>
        <div className={classes["bottom"]}>
          <ScaleLine />
          <AttributionLine basemap={null} />
        </div>
      </MapView>
    </section>
  );
}

/** More would cover the track. */
const maxHolePoints = 100;
const minHoleLabelZoom = 13;

/** The last place before each hole, named by how long it is. */
function toHolePoints({ key, flight }: ShownFlight) {
  return flight.holes.slice(0, maxHolePoints).map((hole) => {
    const { index } = getMoment(flight, hole.fromMs);
    const at = Math.max(0, index);
    return {
      id: `${key} ${hole.fromMs}`,
      coordinates: [(flight.lon[at] ?? 0) / 1e7, (flight.lat[at] ?? 0) / 1e7] as const,
      color: hole.isPlatform ? platformOutageColor : linkColors[getHoleLink(flight, hole)],
      radius: 4,
      shape: "hollowSquare" as const,
      label: `${hole.damaged ? "数据损坏" : hole.isPlatform ? word.platformGap : word.dataGap} ${formatDuration(hole.toMs - hole.fromMs)}`,
      minLabelZoom: minHoleLabelZoom,
    };
  });
}
