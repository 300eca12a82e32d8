import { useNavigate } from "react-router-dom";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { useUnsavedPrompt } from "./useUnsavedPrompt.ts";

/** History state of `/redirect`: the user has already confirmed to lose unsaved content. */
export const unsavedConfirmed = "asked";

/** The actions on tags; those that would lose unsaved content ask first, through `unsavedPrompt`. */
export function useTagActions() {
  const { tags } = useSessionRuntime();
  const navigate = useNavigate();
  const { unsavedPrompt, confirmUnsaved } = useUnsavedPrompt();
  const getOpenTags = () => tags.getSnapshot().context.tags;
  const getOtherPaths = (path?: string) =>
    getOpenTags().flatMap((tag) => (tag.affixed || tag.path === path ? [] : [tag.path]));
  // Includes the query string, so that a reset page shows the same list.
  const getLocation = (path: string) => getOpenTags().find((tag) => tag.path === path)?.location ?? path;
  return {
    unsavedPrompt,
    confirmUnsaved,
    // Confirmed here, on the current page; `/redirect` does not ask again.
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
