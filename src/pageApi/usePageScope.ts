import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { ActorRefFrom, AnyActorRef, AnyStateMachine, SnapshotFrom } from "xstate";

/**
 * The life of one visited page, longer than its component's: a hidden tab stops what runs inside it,
 * so a page's actors live here and end when its tag is closed.
 */
export interface PageScope {
  readonly path: string;
  /**
   * The running actor of that name, started at the first call. `unsaved` says of it whether something would be lost
   * with the page: what ends the page then asks first, whether it is on the screen or hidden.
   */
  readonly actor: <M extends AnyStateMachine>(
    name: string,
    machine: () => M,
    unsaved?: (snapshot: SnapshotFrom<M>) => boolean,
  ) => ActorRefFrom<M>;
  /** The page's value of that name, created at the first call; it lives as long as the actors. */
  readonly value: <T>(name: string, create: () => T) => T;
  /** The actor of that name if it was started; starts none. */
  readonly peek: (name: string) => AnyActorRef | undefined;
  /** Called after each start of an actor. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const PageScopeContext = createContext<PageScope | null>(null);

/** The scope of the page a component stands in. */
export function usePageScope(): PageScope {
  const scope = use(PageScopeContext);
  if (!scope) throw new Error("usePageScope outside of a page");
  return scope;
}

/** The page's actor of that name once it is started; what is seldom used costs a page nothing until then. */
export function useExistingActor<A extends AnyActorRef>(name: string): A | undefined {
  const scope = usePageScope();
  // Within a page a name belongs to one machine, which the caller names.
  return useSyncExternalStore(scope.subscribe, () => scope.peek(name) as A | undefined);
}

/** Reads the latest value a component of the page was rendered with; for the ports of actors, which outlive components. */
export function useLatest<T>(name: string, value: T): () => T {
  const latest = usePageScope().value(`latest.${name}`, () => createLatest(value));
  useEffect(() => latest.set(value), [latest, value]);
  return latest.get;
}

function createLatest<T>(initial: T) {
  let current = initial;
  return {
    get: () => current,
    set(value: T) {
      current = value;
    },
  };
}
