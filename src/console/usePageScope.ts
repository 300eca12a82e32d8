import { createContext, use } from "react";
import type { ActorRefFrom, AnyStateMachine } from "xstate";

/**
 * The life of one visited page, longer than its component's: a hidden tab stops what runs inside it,
 * so a page's actors live here and end when its tag is closed.
 */
export interface PageScope {
  readonly path: string;
  /** The running actor of that name, started at the first call. */
  readonly actor: <M extends AnyStateMachine>(name: string, machine: () => M) => ActorRefFrom<M>;
  /** Says whether something unsaved would be lost with the page; closing its tag then asks first. */
  readonly setUnsaved: (name: string, unsaved: boolean) => void;
}

export const PageScopeContext = createContext<PageScope | null>(null);

/** The scope of the page a component stands in. */
export function usePageScope(): PageScope {
  const scope = use(PageScopeContext);
  if (!scope) throw new Error("usePageScope outside of a page");
  return scope;
}
