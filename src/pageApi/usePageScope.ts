import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { ActorRefFrom, AnyActorRef, AnyStateMachine, SnapshotFrom } from "xstate";

/**
 * The lifetime of one visited page. It is longer than its component's: React stops the effects of a hidden page, so
 * actors live here until the tag is closed.
 */
export interface PageScope {
  readonly path: string;
  /** Names the page's tag and the document after what it shows. */
  readonly setTitle: (title: string) => void;
  /**
   * The actor of that name, started on the first call. If `unsaved` returns true, closing the page asks first, even
   * if the page is hidden.
   */
  readonly actor: <M extends AnyStateMachine>(
    name: string,
    machine: () => M,
    unsaved?: (snapshot: SnapshotFrom<M>) => boolean,
  ) => ActorRefFrom<M>;
  /** The page's value of that name, created on the first call; it lives as long as the actors. */
  readonly value: <T>(name: string, create: () => T) => T;
  /** The actor of that name if it was started; never starts one. */
  readonly peek: (name: string) => AnyActorRef | undefined;
  /** Calls the listener after each start of an actor; returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const PageScopeContext = createContext<PageScope | null>(null);

/** The scope of the page that contains the component. */
export function usePageScope(): PageScope {
  const scope = use(PageScopeContext);
  if (!scope) throw new Error("usePageScope outside of a page");
  return scope;
}

/** The page's actor of that name once it is started, for machines that few visits need. */
export function useExistingActor<A extends AnyActorRef>(name: string): A | undefined {
  const scope = usePageScope();
  // Within a page a name belongs to one machine; the caller knows its type.
  return useSyncExternalStore(scope.subscribe, () => scope.peek(name) as A | undefined);
}

/** Returns a getter of the latest rendered value, for the ports of actors, which outlive components. */
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
