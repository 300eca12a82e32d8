import { useState } from "react";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";

/** The question to answer before pages with unsaved content are dropped. */
export interface UnsavedPrompt {
  readonly titles: readonly string[];
  readonly proceed: () => void;
  readonly cancel: () => void;
}

/** Confirms the loss of unsaved content through `unsavedPrompt`. */
export function useUnsavedPrompt() {
  const { tags, scopes } = useSessionRuntime();
  const [unsavedPrompt, setUnsavedPrompt] = useState<UnsavedPrompt | null>(null);
  /** Calls back immediately if these pages have no unsaved content; otherwise asks first and returns true. */
  const confirmUnsaved = (paths: readonly string[], callback: () => void): boolean => {
    const unsaved = scopes.unsavedPaths(paths);
    if (unsaved.length === 0) {
      callback();
      return false;
    }
    const openTags = tags.getSnapshot().context.tags;
    const titles = openTags.filter(({ path }) => unsaved.includes(path)).map(({ title }) => `「${title}」`);
    const cancel = () => setUnsavedPrompt(null);
    const proceed = () => {
      cancel();
      callback();
    };
    setUnsavedPrompt({ titles, proceed, cancel });
    return true;
  };
  return {
    unsavedPrompt,
    confirmUnsaved,
    /** `confirmUnsaved` for all open pages. */
    confirmAllUnsaved: (callback: () => void) =>
      confirmUnsaved(
        tags.getSnapshot().context.tags.map(({ path }) => path),
        callback,
      ),
  };
}
