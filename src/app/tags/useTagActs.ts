import { useNavigate } from "react-router-dom";
import { useRuntime } from "../runtime/useRuntime.ts";
import { useUnsavedQuestion } from "./useUnsavedQuestion.ts";

/** What a way to `/redirect` brings along whose unsaved content has been asked about. */
export const asked = "asked";

/** What one does with tags; what would lose something unsaved asks first, through `question`. */
export function useTagActs() {
  const { tags } = useRuntime();
  const navigate = useNavigate();
  const { question, asking } = useUnsavedQuestion();
  const known = () => tags.getSnapshot().context.tags;
  const others = (path?: string) =>
    known().flatMap((tag) => (tag.affixed || tag.path === path ? [] : [tag.path]));
  // With search: a page that begins anew shows what its address says.
  const locationOf = (path: string) => known().find((tag) => tag.path === path)?.location ?? path;
  return {
    question,
    // Asked here, where one stands, and not again on the way.
    refresh: (path: string) =>
      asking([path], () => void navigate(`/redirect${locationOf(path)}`, { state: asked })),
    close: (path: string) => asking([path], () => tags.send({ type: "tag.close", path })),
    closeOthers: (path: string) => asking(others(path), () => tags.send({ type: "tag.closeOthers", path })),
    closeAll: () => asking(others(), () => tags.send({ type: "tag.closeAll" })),
  };
}
