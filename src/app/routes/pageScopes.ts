import { type AnyActor, type AnyStateMachine, createActor } from "xstate";
import type { PageScope } from "../../console/usePageScope.ts";

export interface PageScopes {
  /** The scope of a page, the same one until it is closed. */
  readonly of: (path: string) => PageScope;
  /** Whether something unsaved would be lost with the page. */
  readonly unsaved: (path: string) => boolean;
  /** Stops the page's actors and forgets it. */
  readonly close: (path: string) => void;
  readonly closeAll: () => void;
}

interface Kept {
  readonly scope: PageScope;
  readonly actors: Map<string, AnyActor>;
  readonly unsaved: Set<string>;
}

/** Keeps the actors of visited pages beside React, so that a hidden tab goes on with what it was doing. */
export function createPageScopes(): PageScopes {
  const kept = new Map<string, Kept>();
  const open = (path: string): Kept => {
    const actors = new Map<string, AnyActor>();
    const unsaved = new Set<string>();
    const actor = <M extends AnyStateMachine>(name: string, machine: () => M) => {
      const running = actors.get(name) ?? createActor(machine()).start();
      actors.set(name, running);
      // The map forgets the machine's type; a name belongs to one machine within a page.
      return running as ReturnType<typeof createActor<M>>;
    };
    const setUnsaved = (name: string, is: boolean) => {
      if (is) unsaved.add(name);
      else unsaved.delete(name);
    };
    return { actors, unsaved, scope: { path, actor: actor as PageScope["actor"], setUnsaved } };
  };
  const close = (path: string) => {
    for (const actor of kept.get(path)?.actors.values() ?? []) actor.stop();
    kept.delete(path);
  };
  return {
    of(path) {
      const page = kept.get(path) ?? open(path);
      kept.set(path, page);
      return page.scope;
    },
    unsaved: (path) => (kept.get(path)?.unsaved.size ?? 0) > 0,
    close,
    closeAll: () => {
      for (const path of [...kept.keys()]) close(path);
    },
  };
}
