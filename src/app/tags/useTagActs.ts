import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useRuntime } from "../runtime/useRuntime.ts";

/** What has to be answered before a tag's page is forgotten. */
export interface Question {
  readonly titles: readonly string[];
  readonly goOn: () => void;
  readonly stay: () => void;
}

/** What one does with tags; what would lose something unsaved asks first, through `question`. */
export function useTagActs() {
  const { tags, scopes } = useRuntime();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question | null>(null);
  const closable = () => tags.getSnapshot().context.tags.filter(({ affixed }) => !affixed);
  const asking = (paths: readonly string[], act: () => void) => {
    const unsaved = scopes.unsaved(paths);
    if (unsaved.length === 0) return act();
    const known = tags.getSnapshot().context.tags;
    const titles = known.filter(({ path }) => unsaved.includes(path)).map(({ title }) => `「${title}」`);
    const stay = () => setQuestion(null);
    const goOn = () => {
      stay();
      act();
    };
    setQuestion({ titles, goOn, stay });
  };
  const others = (path?: string) => closable().flatMap((tag) => (tag.path === path ? [] : [tag.path]));
  return {
    question,
    refresh: (path: string) => asking([path], () => void navigate(`/redirect${path}`)),
    close: (path: string) => asking([path], () => tags.send({ type: "tag.close", path })),
    closeOthers: (path: string) => asking(others(path), () => tags.send({ type: "tag.closeOthers", path })),
    closeAll: () => asking(others(), () => tags.send({ type: "tag.closeAll" })),
  };
}
