import { useState } from "react";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";

/** What has to be answered before pages with something unsaved are forgotten. */
export interface UnsavedPrompt {
  readonly titles: readonly string[];
  readonly proceed: () => void;
  readonly cancel: () => void;
}

/** Acts at once where nothing unsaved is lost with those pages; else asks first, through `unsavedPrompt`, and says so. */
export function useUnsavedPrompt() {
  const { tags, scopes } = useSessionRuntime();
  const [unsavedPrompt, setUnsavedPrompt] = useState<UnsavedPrompt | null>(null);
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
    /** The same for every page that is open. */
    confirmAllUnsaved: (callback: () => void) =>
      confirmUnsaved(
        tags.getSnapshot().context.tags.map(({ path }) => path),
        callback,
      ),
  };
}
