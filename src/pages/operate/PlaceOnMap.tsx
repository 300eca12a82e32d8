import { Text } from "@mantine/core";
import { useMemo } from "react";
import { Points } from "../../map/features/Points.tsx";
import { SmallMap } from "../../map/SmallMap.tsx";

interface Props {
  readonly row: {
    readonly id: string;
    readonly name: string;
    readonly lng: number | null;
    readonly lat: number | null;
  };
}

const zoom = 12;
const color = "#d9480f";

/** A device's location on a map, for a record's detail. */
export default function PlaceOnMap({ row: { id, name, lng, lat } }: Props) {
  const marker = useMemo(() => {
    // NaN of a platform that does not tell it.
    if (lng === null || lat === null || Number.isNaN(lng + lat)) return null;
    const coordinates = [lng, lat] as const;
    return { viewState: { centre: coordinates, zoom }, points: [{ id, coordinates, color, radius: 8 }] };
  }, [id, lng, lat]);
  if (marker === null)
    return (
      <Text size="sm" c="dimmed">
        还没有登记位置
      </Text>
    );
  return (
    <SmallMap
      key={`${lng} ${lat}`}
      viewState={marker.viewState}
      label={`${name} 的位置，方向键移动，加减键缩放`}
    >
      <Points points={marker.points} />
    </SmallMap>
  );
}
