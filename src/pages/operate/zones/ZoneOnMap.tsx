import { useComputedColorScheme } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { createMapViewState } from "../../../map/mapViewState.ts";
import { SmallMap } from "../../../map/SmallMap.tsx";
import { FitShape } from "../../../map/zones/ZoneEditor.tsx";
import { ZoneLayers } from "../../../map/zones/ZoneLayers.tsx";

/** A zone on a map, for its detail. */
export default function ZoneOnMap({ row }: { readonly row: ZoneRow }) {
  const scheme = useComputedColorScheme("light");
  const [viewState] = useState(createMapViewState);
  const zones = useMemo(() => [row], [row]);
  return (
    <SmallMap viewState={viewState} label={`${row.name} 的范围，方向键移动，加减键缩放`}>
      <FitShape shape={row.shape} />
      <ZoneLayers zones={zones} scheme={scheme} />
    </SmallMap>
  );
}
