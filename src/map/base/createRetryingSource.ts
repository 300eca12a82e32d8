import { EtagMismatch, FetchSource, type RangeResponse, type Source } from "pmtiles";

const retryDelayMs = 5_000;

/** Reads an archive with endless retries, so that a tile may be late but never stays missing. */
export function createRetryingSource(url: string, isDisposed: () => boolean): Source {
  const source = new FetchSource(url);
  const getBytes = async (...range: Parameters<Source["getBytes"]>): Promise<RangeResponse> => {
    for (;;) {
      try {
        return await source.getBytes(...range);
      } catch (error) {
        // The archive was replaced: the reader must reload its header.
        if (error instanceof EtagMismatch || isDisposed()) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
      }
    }
  };
  return { getKey: () => source.getKey(), getBytes };
}
