import { type DutyScope, formatScope } from "../../adapters/contract/dutyScope.ts";
import type { ScreenAudience } from "../../adapters/contract/screen.ts";
import { toScopeKey } from "../../machines/status/dutyScope.ts";

/** What a screen may show: whose flights, and to whom. */
export interface ScreenView {
  readonly scope: DutyScope;
  readonly audience: ScreenAudience;
}

declare module "../call.ts" {
  interface Actor {
    /** What it may show; set for a screen, which is no person. */
    readonly view?: ScreenView;
  }
}

/** The same for two screens that may show the same. */
export const toViewKey = ({ scope, audience }: ScreenView): string => `${audience} ${toScopeKey(scope)}`;

/** What a screen shows, in words that it may show; empty for everything. */
export function describeShown({ scope, audience }: ScreenView): string {
  if (scope.by === "all") return "";
  return audience === "visitors" && scope.by === "company"
    ? `${scope.items.length} 家企业`
    : formatScope(scope);
}
