import { EtagMismatch, FetchSource, type RangeResponse, type Source } from "pmtiles";

const retryDelayMs = 5_000;

/** Reads an archive's bytes, again and again while they do not come: a tile then comes late, and is never missing. */
export function createRetryingSource(url: string, isDisposed: () => boolean): Source {
  const source = new FetchSource(url);
  const getBytes = async (...range: Parameters<Source["getBytes"]>): Promise<RangeResponse> => {
    for (;;) {
      try {
        return await source.getBytes(...range);
      } catch (error) {
        // Another archive stands there now: its reader begins anew.
        if (error instanceof EtagMismatch || isDisposed()) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
      }
    }
  };
  return { getKey: () => source.getKey(), getBytes };
}
