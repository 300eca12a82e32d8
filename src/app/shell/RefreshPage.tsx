import { useEffectEvent, useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { LazyUnsavedDialog } from "../tags/LazyUnsavedDialog.tsx";
import { useUnsavedPrompt } from "../tags/useUnsavedPrompt.ts";

interface Props {
  readonly path: string;
  readonly search: string;
  /** Whether one was asked before the way here. */
  readonly confirmed: boolean;
  /** Told which kept page is to stay in sight while one is asked, and null once that is over. */
  readonly onPin: (path: string | null) => void;
}

/** `/redirect/{path}`: forgets what was kept of the page and goes there again; asks first where that loses something. */
export function RefreshPage({ path, search, confirmed, onPin }: Props) {
  const { tags } = useSessionRuntime();
  const navigate = useNavigate();
  const { unsavedPrompt, confirmUnsaved } = useUnsavedPrompt();
  const returnToPage = () => {
    const cachedTag = tags.getSnapshot().context.tags.find((tag) => tag.path === path);
    void navigate(cachedTag?.location ?? path, { replace: true });
  };
  const startRefresh = useEffectEvent(() => {
    const refresh = () => {
      tags.send({ type: "tag.refresh", path });
      void navigate(path + search, { replace: true });
    };
    if (!confirmed) return confirmUnsaved([path], refresh);
    refresh();
    return false;
  });
  useLayoutEffect(() => {
    if (startRefresh()) onPin(path);
    return () => onPin(null);
  }, [path, onPin]);
  return <LazyUnsavedDialog unsavedPrompt={unsavedPrompt && { ...unsavedPrompt, cancel: returnToPage }} />;
}
