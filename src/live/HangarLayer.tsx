import { useEffect, useState } from "react";
import {
  type DeviceRow,
  deviceCalls,
  hangarStatus,
  mayHaveMoreDevices,
} from "../../adapters/contract/device.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { MapScheme } from "../map/base/mapColors.ts";
import { Points } from "../map/features/Points.tsx";
import type { MapPoint } from "../map/features/shapes.ts";
import { usePageApi } from "../pageApi/usePageApi.ts";
import type { LayerLoad } from "./MapErrors.tsx";

const refreshMs = 60_000;
/** Below it, the labels of neighbouring hangars overlap. */
const minLabelZoom = 10;

type HangarStatus = NonNullable<DeviceRow["hangar"]>["status"];

/** Shapes differ too, so that nothing depends on colour alone. */
const looks: Readonly<Record<HangarStatus, Pick<MapPoint, "color" | "shape">>> = {
  idle: { color: "#2b8a3e", shape: "square" },
  working: { color: "#1971c2", shape: "square" },
  fault: { color: "#c92a2a", shape: "triangle" },
  offline: { color: "#868e96", shape: "hollowSquare" },
  service: { color: "#d9480f", shape: "diamond" },
};
/** Another platform may have further states. */
const getLook = (status: HangarStatus): Pick<MapPoint, "color" | "shape"> =>
  looks[Object.hasOwn(looks, status) ? status : "offline"];

/** Converts hangars to points on the map; those without a position are left out. */
export const toHangarPoints = (
  devices: readonly (Pick<DeviceRow, "id" | "name" | "lng" | "lat"> & {
    readonly hangar: { readonly status: HangarStatus } | null;
  })[],
): readonly MapPoint[] =>
  devices.flatMap(({ id, name, lng, lat, hangar }) =>
    hangar && lng !== null && lat !== null
      ? [
          {
            id,
            coordinates: [lng, lat] as const,
            label: `${name} ${hangarStatus.label(hangar.status)}`,
            radius: 5.5,
            minLabelZoom,
            ...getLook(hangar.status),
          },
        ]
      : [],
  );

/** The hangars with their state. */
export function HangarLayer({
  scheme,
  onLoad,
}: {
  readonly scheme: MapScheme;
  /** Called after each load; must stay the same function. */
  readonly onLoad: (load: LayerLoad) => void;
}) {
  return <Points points={useHangarPoints(onLoad)} scheme={scheme} />;
}

/** Loads the hangars once a minute; a failed load keeps the previous ones. */
function useHangarPoints(onLoad: (load: LayerLoad) => void): readonly MapPoint[] {
  const { client } = usePageApi();
  const [points, setPoints] = useState<readonly MapPoint[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isUnread = true;
    const load = async () => {
      try {
        const query = { kind: "hangar" as const };
        const hangars = await client.call(deviceCalls.deviceList, { query }, { signal, quiet: true });
        setPoints(toHangarPoints(hangars));
        isUnread = false;
        onLoad({ hasFailed: false, isUnread, cutAt: mayHaveMoreDevices(hangars) ? hangars.length : null });
      } catch (error) {
        // The next refresh is the retry.
        if (!(error instanceof CallError)) throw error;
        if (!signal.aborted) onLoad({ hasFailed: true, isUnread, cutAt: null });
      }
    };
    void load();
    const timer = setInterval(() => void load(), refreshMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client, onLoad]);
  return points;
}
