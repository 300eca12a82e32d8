import { useState } from "react";
import { useRuntime } from "../runtime/useRuntime.ts";

/** What has to be answered before pages with something unsaved are forgotten. */
export interface Question {
  readonly titles: readonly string[];
  readonly goOn: () => void;
  readonly stay: () => void;
}

/** Acts at once where nothing unsaved is lost with those pages; else asks first, through `question`, and says so. */
export function useUnsavedQuestion() {
  const { tags, scopes } = useRuntime();
  const [question, setQuestion] = useState<Question | null>(null);
  const asking = (paths: readonly string[], act: () => void): boolean => {
    const unsaved = scopes.unsaved(paths);
    if (unsaved.length === 0) {
      act();
      return false;
    }
    const known = tags.getSnapshot().context.tags;
    const titles = known.filter(({ path }) => unsaved.includes(path)).map(({ title }) => `「${title}」`);
    const stay = () => setQuestion(null);
    const goOn = () => {
      stay();
      act();
    };
    setQuestion({ titles, goOn, stay });
    return true;
  };
  return {
    question,
    asking,
    /** The same for every page that is open. */
    askingAll: (act: () => void) =>
      asking(
        tags.getSnapshot().context.tags.map(({ path }) => path),
        act,
      ),
  };
}
