import { incompleteText } from "../../../adapters/contract/flownSum.ts";

const emptyText = "-";

/** A duration in seconds as `3:05:09`, or `5:09` below an hour; `-` where it is unknown. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return emptyText;
  const pad = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const rest = pad(Math.floor(seconds % 60));
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** A distance in metres as kilometres with two decimals; `-` where it is unknown. */
export const formatKilometres = (metres: number | null): string =>
  metres === null ? emptyText : (metres / 1_000).toFixed(2);

/** The kilometres of a flight, with the word that some of its way is missing. */
export const formatFlownKilometres = ({
  distanceM,
  isDistanceIncomplete,
}: {
  readonly distanceM: number | null;
  readonly isDistanceIncomplete: boolean;
}): string => `${formatKilometres(distanceM)}${isDistanceIncomplete ? ` ${incompleteText}` : ""}`;

/** A height in metres with one decimal; `-` where it is unknown. */
export const formatMetres = (metres: number | null): string =>
  metres === null ? emptyText : metres.toFixed(1);
