import type { AnyActor, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import type { Tag, TagsContext } from "../../../machines/tags.machine.ts";
import { createEmitter } from "../../pageApi/createEmitter.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import type { StartActor } from "../boot/createStartActor.ts";

export interface PageScopes {
  /** The scope of a cached page; it stays the same until the page is closed, refreshed or evicted. */
  readonly forTag: (tag: Pick<Tag, "path" | "key">) => PageScope;
  /** Which of these pages have unsaved content. */
  readonly unsavedPaths: (paths: readonly string[]) => readonly string[];
  /** Stops the actors of all pages but keeps their state readable, while the session is ending. */
  readonly stopAll: () => void;
  readonly closeAll: () => void;
}

interface ScopeEntry {
  readonly path: string;
  readonly scope: PageScope;
  readonly unsaved: () => boolean;
  readonly stop: () => void;
}

interface TagsSource {
  readonly send: (event: { type: "tag.name"; path: string; title: string }) => void;
  readonly subscribe: (listener: (snapshot: { readonly context: TagsContext }) => void) => unknown;
}

const toScopeId = ({ path, key }: Pick<Tag, "path" | "key">) => `${path}#${key}`;

/** Holds the actors of visited pages outside React, so that they continue while their page is hidden. */
export function createPageScopes(start: StartActor, tags: TagsSource): PageScopes {
  const entries = new Map<string, ScopeEntry>();
  const closeExcept = (cachedIds: ReadonlySet<string>) => {
    for (const [id, entry] of entries) {
      if (cachedIds.has(id)) continue;
      entry.stop();
      entries.delete(id);
    }
  };
  tags.subscribe(({ context }) =>
    closeExcept(new Set(context.tags.filter(({ cached }) => cached).map(toScopeId))),
  );
  return {
    forTag(tag) {
      const entry =
        entries.get(toScopeId(tag)) ??
        createScopeEntry(start, tag.path, (title) => tags.send({ type: "tag.name", path: tag.path, title }));
      entries.set(toScopeId(tag), entry);
      return entry.scope;
    },
    unsavedPaths: (paths) =>
      [...entries.values()]
        .filter((entry) => paths.includes(entry.path) && entry.unsaved())
        .map(({ path }) => path),
    stopAll: () => {
      for (const entry of entries.values()) entry.stop();
    },
    closeAll: () => closeExcept(new Set()),
  };
}

function createScopeEntry(start: StartActor, path: string, setTitle: PageScope["setTitle"]): ScopeEntry {
  const actors = new Map<string, { readonly running: AnyActor; readonly unsaved: () => boolean }>();
  const values = new Map<string, unknown>();
  const starts = createEmitter();
  const actor = (
    name: string,
    machine: () => AnyStateMachine,
    unsaved: (snapshot: AnyMachineSnapshot) => boolean = () => false,
  ) => {
    const existing = actors.get(name);
    if (existing) return existing.running;
    const actorRef = start(`${path} ${name}`, machine());
    actors.set(name, { running: actorRef, unsaved: () => unsaved(actorRef.getSnapshot()) });
    starts.emit();
    return actorRef;
  };
  return {
    path,
    unsaved: () => [...actors.values()].some((entry) => entry.unsaved()),
    // The maps lose the types; within a page a name belongs to one machine, or to one value.
    scope: {
      path,
      setTitle,
      actor: actor as PageScope["actor"],
      value<T>(name: string, create: () => T) {
        if (!values.has(name)) values.set(name, create());
        return values.get(name) as T;
      },
      peek: (name) => actors.get(name)?.running,
      subscribe: starts.subscribe,
    },
    stop: () => {
      for (const { running: actorRef } of actors.values()) actorRef.stop();
    },
  };
}
