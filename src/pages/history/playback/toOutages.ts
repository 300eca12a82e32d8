import type { TrackGap } from "../../../../adapters/contract/trackGaps.ts";

/** The platform's own outages of a track call's answer, UTC ms. */
export const toOutages = (
  outages: readonly { readonly from: string; readonly to: string }[],
): readonly TrackGap[] => outages.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
