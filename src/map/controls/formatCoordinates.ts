/** `105.460000, 39.920000`: longitude first, as in the map data. */
export const formatDecimalDegrees = ([lng, lat]: readonly [number, number]): string =>
  `${lng.toFixed(6)}, ${lat.toFixed(6)}`;

/** `39°55′12.00″N 105°27′36.00″E`. */
export const formatDms = ([lng, lat]: readonly [number, number]): string =>
  `${toDms(lat)}${lat < 0 ? "S" : "N"} ${toDms(lng)}${lng < 0 ? "W" : "E"}`;

function toDms(value: number): string {
  // Round first, so that 59.999″ becomes the next minute instead of 60″.
  const hundredths = Math.round(Math.abs(value) * 360_000);
  const minutes = Math.floor(hundredths / 6000);
  const seconds = ((hundredths % 6000) / 100).toFixed(2).padStart(5, "0");
  return `${Math.floor(minutes / 60)}°${String(minutes % 60).padStart(2, "0")}′${seconds}″`;
}
