import { containsCoordinate, type Extent, getCenter, getIntersection, isEmpty } from "ol/extent.js";
import type Polygon from "ol/geom/Polygon.js";

/** Points a side of the grid on which a place for a label is sought. */
const gridSize = 9;

/**
 * The place for an area's label: in its middle, or, where a map shows only another part of it, in that part, the
 * nearest of some points to the middle of what is shown; null where nothing of it is shown.
 * @param view the extent that the map shows
 */
export function placeLabel(area: Polygon, view: Extent): readonly [number, number] | null {
  const [x = 0, y = 0] = area.getInteriorPoint().getCoordinates();
  if (containsCoordinate(view, [x, y])) return [x, y];
  const shown = getIntersection(area.getExtent(), view);
  if (isEmpty(shown)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = shown;
  const [middleX = 0, middleY = 0] = getCenter(shown);
  const toPlace = (low: number, high: number, step: number) => low + ((high - low) * (step + 0.5)) / gridSize;
  let best: readonly [number, number] | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let column = 0; column < gridSize; column++)
    for (let row = 0; row < gridSize; row++) {
      const place = [toPlace(west, east, column), toPlace(south, north, row)] as const;
      const distance = Math.hypot(place[0] - middleX, place[1] - middleY);
      if (distance >= bestDistance || !area.intersectsCoordinate([...place])) continue;
      [best, bestDistance] = [place, distance];
    }
  return best;
}
