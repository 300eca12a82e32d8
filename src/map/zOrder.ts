/** z-index of every layer. */
export const zOrder = {
  base: 0,
  fallback: 1,
  graticule: 5,
  heat: 10,
  zones: 20,
  lines: 30,
  points: 40,
  drones: 60,
  measure: 80,
} as const;
