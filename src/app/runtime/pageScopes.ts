import type { AnyActor, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import type { Tag, TagsContext } from "../../../machines/tags.machine.ts";
import type { PageScope } from "../../console/usePageScope.ts";
import type { StartActor } from "../entry/startActor.ts";

export interface PageScopes {
  /** The scope of a kept page, the same one until it is closed, refreshed or no longer kept. */
  readonly of: (tag: Pick<Tag, "path" | "key">) => PageScope;
  /** Which of those pages hold something unsaved. */
  readonly unsaved: (paths: readonly string[]) => readonly string[];
  /** Has nothing go on in any page, which all stay to be seen as they are: for a session that is being ended. */
  readonly stopAll: () => void;
  readonly closeAll: () => void;
}

interface Kept {
  readonly path: string;
  readonly scope: PageScope;
  readonly unsaved: () => boolean;
  readonly stop: () => void;
}

interface Tags {
  readonly subscribe: (told: (snapshot: { readonly context: TagsContext }) => void) => unknown;
}

const idOf = ({ path, key }: Pick<Tag, "path" | "key">) => `${path}#${key}`;

/** Keeps the actors of visited pages beside React, so that a hidden page goes on with what it was doing. */
export function createPageScopes(start: StartActor, tags: Tags): PageScopes {
  const kept = new Map<string, Kept>();
  const closeBut = (still: ReadonlySet<string>) => {
    for (const [id, page] of kept) {
      if (still.has(id)) continue;
      page.stop();
      kept.delete(id);
    }
  };
  tags.subscribe(({ context }) => closeBut(new Set(context.tags.filter(({ cached }) => cached).map(idOf))));
  return {
    of(tag) {
      const page = kept.get(idOf(tag)) ?? open(start, tag.path);
      kept.set(idOf(tag), page);
      return page.scope;
    },
    unsaved: (paths) =>
      [...kept.values()]
        .filter((page) => paths.includes(page.path) && page.unsaved())
        .map(({ path }) => path),
    stopAll: () => {
      for (const page of kept.values()) page.stop();
    },
    closeAll: () => closeBut(new Set()),
  };
}

function open(start: StartActor, path: string): Kept {
  const actors = new Map<string, { readonly running: AnyActor; readonly unsaved: () => boolean }>();
  const listeners = new Set<() => void>();
  const actor = (
    name: string,
    machine: () => AnyStateMachine,
    unsaved: (snapshot: AnyMachineSnapshot) => boolean = () => false,
  ) => {
    const known = actors.get(name);
    if (known) return known.running;
    const running = start(`${path} ${name}`, machine());
    actors.set(name, { running, unsaved: () => unsaved(running.getSnapshot()) });
    for (const told of listeners) told();
    return running;
  };
  return {
    path,
    unsaved: () => [...actors.values()].some((one) => one.unsaved()),
    // The map forgets each machine's type; within a page a name belongs to one machine.
    scope: {
      path,
      actor: actor as PageScope["actor"],
      begun: (name) => actors.get(name)?.running,
      subscribe(told) {
        listeners.add(told);
        return () => listeners.delete(told);
      },
    },
    stop: () => {
      for (const { running } of actors.values()) running.stop();
    },
  };
}
