/** An index table is dense: a frame with a higher index than this is not believed, its memory would be. */
export const maxDrones = 1_000_000;
