import { EtagMismatch, FetchSource, type RangeResponse, type Source } from "pmtiles";

const againMs = 5_000;

/** Reads an archive's bytes, again and again while they do not come: a tile then comes late, and is never missing. */
export function patientSource(url: string, isOver: () => boolean): Source {
  const source = new FetchSource(url);
  const getBytes = async (...range: Parameters<Source["getBytes"]>): Promise<RangeResponse> => {
    for (;;) {
      try {
        return await source.getBytes(...range);
      } catch (fault) {
        // Another archive stands there now: its reader begins anew.
        if (fault instanceof EtagMismatch || isOver()) throw fault;
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  };
  return { getKey: () => source.getKey(), getBytes };
}
