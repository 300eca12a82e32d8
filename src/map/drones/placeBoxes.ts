/** A rectangle, CSS pixels from the left and from the top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Chooses the boxes that are drawn, none over another or over an obstacle: the first ones before later ones.
 * @param getBoxes where a candidate may be, the best place first; nothing for one that is not in the picture
 */
export function placeBoxes<T>(
  candidates: Iterable<T>,
  getBoxes: (candidate: T) => readonly Box[],
  obstacles: readonly Box[],
  limit: number,
): readonly { readonly candidate: T; readonly box: Box }[] {
  const taken = [...obstacles];
  const placed: { candidate: T; box: Box }[] = [];
  for (const candidate of candidates) {
    if (placed.length >= limit) break;
    const box = getBoxes(candidate).find((place) => !taken.some((other) => overlaps(place, other)));
    if (!box) continue;
    taken.push(box);
    placed.push({ candidate, box });
  }
  return placed;
}
