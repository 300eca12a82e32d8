/** Arrays are dense by table index: higher indexes are ignored, to bound memory. */
export const maxDrones = 1_000_000;
