import { isExtension } from "../../adapters/contract/endpoint.ts";
import { type Caller, mayCall } from "../../adapters/contract/mayCall.ts";

/** The fields of a call that decide who may make it, and on which platform. */
export type CallRight = Parameters<typeof mayCall>[1] & Parameters<typeof isExtension>[0];

/** Who looks at a control, and at which platform. */
export interface Viewer {
  readonly user: Caller;
  readonly config: { readonly extensions: boolean };
}

interface Act {
  readonly call: CallRight;
  readonly also?: CallRight;
  readonly isOwn?: true;
}

/** Those of the actions that the user may see here: one may need more than its call. */
export const selectActs = <A extends Act>(viewer: Viewer, actions: readonly A[] = []): readonly A[] =>
  actions.filter(
    ({ call, also, isOwn }) =>
      canCall(call, viewer) && (!also || canCall(also, viewer)) && (!isOwn || viewer.config.extensions),
  );

/** Whether the platform has the call and allows it to this user; controls of other calls are hidden. */
export const canCall = (endpoint: CallRight, { user, config }: Viewer): boolean =>
  (config.extensions || !isExtension(endpoint)) && mayCall(user, endpoint);
