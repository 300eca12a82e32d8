import { useNavigate } from "react-router-dom";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { useUnsavedPrompt } from "./useUnsavedPrompt.ts";

/** What a way to `/redirect` brings along whose unsaved content has been asked about. */
export const unsavedConfirmed = "asked";

/** What one does with tags; what would lose something unsaved asks first, through `unsavedPrompt`. */
export function useTagActions() {
  const { tags } = useSessionRuntime();
  const navigate = useNavigate();
  const { unsavedPrompt, confirmUnsaved } = useUnsavedPrompt();
  const getOpenTags = () => tags.getSnapshot().context.tags;
  const getOtherPaths = (path?: string) =>
    getOpenTags().flatMap((tag) => (tag.affixed || tag.path === path ? [] : [tag.path]));
  // With search: a page that begins anew shows what its address says.
  const getLocation = (path: string) => getOpenTags().find((tag) => tag.path === path)?.location ?? path;
  return {
    unsavedPrompt,
    // Asked here, where one stands, and not again on the way.
    refresh: (path: string) =>
      confirmUnsaved(
        [path],
        () => void navigate(`/redirect${getLocation(path)}`, { state: unsavedConfirmed }),
      ),
    close: (path: string) => confirmUnsaved([path], () => tags.send({ type: "tag.close", path })),
    closeOthers: (path: string) =>
      confirmUnsaved(getOtherPaths(path), () => tags.send({ type: "tag.closeOthers", path })),
    closeAll: () => confirmUnsaved(getOtherPaths(), () => tags.send({ type: "tag.closeAll" })),
  };
}
