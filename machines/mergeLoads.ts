import type { FlightLoad, PlaybackContext } from "./playbackPort.ts";

/** Tracks and failures after a load; a flight that came is no failure any more. */
export function mergeLoads<Track>(
  { tracks, failures }: Pick<PlaybackContext<Track>, "tracks" | "failures">,
  loads: readonly FlightLoad<Track>[],
): Pick<PlaybackContext<Track>, "tracks" | "failures"> {
  const failed = loads.flatMap((load) => ("error" in load ? [[load.key, load.error] as const] : []));
  const loaded = loads.flatMap((load) => ("track" in load ? [[load.key, load.track] as const] : []));
  const isLoaded = (key: string) => loaded.some(([other]) => other === key);
  const others = Object.entries(failures).filter(([key]) => !isLoaded(key));
  return {
    tracks: { ...tracks, ...Object.fromEntries(loaded) },
    failures: Object.fromEntries([...others, ...failed]),
  };
}
