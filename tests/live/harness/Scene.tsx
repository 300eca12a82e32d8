import { MantineProvider } from "@mantine/core";
import type OlMap from "ol/Map.js";
import { useEffect, useState } from "react";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { BaseMap } from "../../../src/map/base/BaseMap.tsx";
import type { MapScheme } from "../../../src/map/base/mapColors.ts";
import { ZoomButtons } from "../../../src/map/controls/ZoomButtons.tsx";
import { choosePainter } from "../../../src/map/drones/choosePainter.ts";
import { createSoftwarePainter } from "../../../src/map/drones/createSoftwarePainter.ts";
import { createWebglPainter } from "../../../src/map/drones/createWebglPainter.ts";
import { Drones } from "../../../src/map/drones/Drones.tsx";
import { createFleetFeed, type FleetFeed } from "../../../src/map/drones/fleetFeed.ts";
import Heat from "../../../src/map/features/Heat.tsx";
import { Lines } from "../../../src/map/features/Lines.tsx";
import { Points } from "../../../src/map/features/Points.tsx";
import { Polygons } from "../../../src/map/features/Polygons.tsx";
import type { HeatPoint, MapLine, MapPoint, MapPolygon } from "../../../src/map/features/shapes.ts";
import { MapView } from "../../../src/map/MapView.tsx";
import type { MapViewState } from "../../../src/map/mapViewState.ts";
import { useMap } from "../../../src/map/useMap.ts";

const painters = {
  software: createSoftwarePainter,
  webgl: createWebglPainter,
  auto: choosePainter,
} as const;

export interface SceneProps {
  readonly viewState: MapViewState;
  readonly scheme: MapScheme;
  readonly basemap?: Basemap;
  readonly points?: readonly MapPoint[];
  readonly lines?: readonly MapLine[];
  readonly polygons?: readonly MapPolygon[];
  readonly heat?: readonly HeatPoint[];
  readonly zoomButtons?: boolean;
  readonly drones?: {
    /** `auto`: what the console would choose. */
    readonly painter: keyof typeof painters;
    readonly smooth?: boolean;
    readonly stale?: boolean;
    readonly labels?: boolean;
    readonly trails?: boolean;
    readonly clusters?: boolean;
    readonly selected?: number | null;
    readonly following?: boolean;
  };
}

declare global {
  interface Window {
    map: OlMap | null;
    failing: number;
    back: number;
    feed: FleetFeed;
    selections: (number | null)[];
    followEnds: number;
    errors: string[];
    renders: number;
    longTasks: number;
    toPicture: number[];
  }
}
window.selections = [];
window.followEnds = 0;
window.errors = [];
window.renders = 0;
window.feed = createFleetFeed((message) => window.errors.push(message));
const handleSelect = (index: number | null) => {
  window.selections.push(index);
};
const handleFollowEnd = () => {
  window.followEnds++;
};
const toDroneName = (index: number) => `无人机 ${index}`;
window.map = null;
window.failing = 0;
window.back = 0;
const handleError = () => {
  window.failing++;
};
const handleRecover = () => {
  window.back++;
};

/** Exposes the map to tests as `window.map`. */
function ExposeMap() {
  const map = useMap();
  useEffect(() => {
    window.map = map;
  }, [map]);
  return null;
}

/** A map with the layers that a test selects. */
export function Scene(scene: SceneProps) {
  const [viewState] = useState(scene.viewState);
  useEffect(() => {
    window.renders++;
  });
  return (
    <MapView viewState={viewState} label="测试地图">
      <ExposeMap />
      <BaseMap
        basemap={scene.basemap ?? null}
        scheme={scene.scheme}
        onError={handleError}
        onRecover={handleRecover}
      />
      {scene.heat && <Heat points={scene.heat} />}
      {scene.polygons && <Polygons polygons={scene.polygons} />}
      {scene.lines && <Lines lines={scene.lines} />}
      {scene.points && <Points points={scene.points} />}
      {scene.zoomButtons && (
        <MantineProvider>
          <div style={{ position: "absolute", right: 8, bottom: 8 }}>
            <ZoomButtons />
          </div>
        </MantineProvider>
      )}
      {scene.drones && (
        <Drones
          feed={window.feed}
          createPainter={painters[scene.drones.painter]}
          smooth={scene.drones.smooth ?? false}
          stale={scene.drones.stale ?? false}
          labels={scene.drones.labels ?? true}
          trails={scene.drones.trails ?? true}
          dark={scene.scheme === "dark"}
          clusters={scene.drones.clusters ?? false}
          selected={scene.drones.selected ?? null}
          following={scene.drones.following ?? false}
          name={toDroneName}
          onSelect={handleSelect}
          onFollowEnd={handleFollowEnd}
        />
      )}
    </MapView>
  );
}
