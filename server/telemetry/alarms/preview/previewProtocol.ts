import type { FlightPlan } from "../flightFacts.ts";
import type { StoredRule } from "../ruleSet.ts";
import type { RuleZone } from "../zoneTable.ts";

/** What the thread that tries a rule is started with. */
export interface PreviewRequest {
  readonly rule: StoredRule;
  readonly zones: readonly RuleZone[];
  /** Server's time, UTC ms. */
  readonly now: number;
}

/** A flight as it is stored. */
export interface PreviewFlight {
  readonly flightId: string;
  readonly plan: FlightPlan & { readonly isMicro: boolean };
  readonly clockOffsetMs: number | null;
  readonly chunks: readonly {
    readonly t0: Date;
    readonly samples: number;
    readonly bytes: Uint8Array;
    readonly lastAt: Date | null;
  }[];
}

/** When the rule would have been raised in each of the flights of one message, UTC ms. */
export type PreviewReply = readonly { readonly flightId: string; readonly raisedAt: readonly number[] }[];
