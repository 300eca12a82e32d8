import { useEffectEvent, useLayoutEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useRuntime } from "../runtime/useRuntime.ts";
import { UnsavedDialog } from "../tags/UnsavedDialog.tsx";
import { useUnsavedQuestion } from "../tags/useUnsavedQuestion.ts";

interface Props {
  readonly path: string;
  readonly search: string;
  /** Whether one was asked before the way here. */
  readonly answered: boolean;
  /** Told which kept page is to stay in sight while one is asked, and null once that is over. */
  readonly onHold: (path: string | null) => void;
}

/** `/redirect/{path}`: forgets what was kept of the page and goes there again; asks first where that loses something. */
export function RefreshPage({ path, search, answered, onHold }: Props) {
  const { tags } = useRuntime();
  const navigate = useNavigate();
  const { question, asking } = useUnsavedQuestion();
  const goBack = () => {
    const kept = tags.getSnapshot().context.tags.find((tag) => tag.path === path);
    void navigate(kept?.location ?? path, { replace: true });
  };
  const begin = useEffectEvent(() => {
    const act = () => {
      tags.send({ type: "tag.refresh", path });
      void navigate(path + search, { replace: true });
    };
    if (!answered) return asking([path], act);
    act();
    return false;
  });
  useLayoutEffect(() => {
    if (begin()) onHold(path);
    return () => onHold(null);
  }, [path, onHold]);
  return <UnsavedDialog question={question && { ...question, stay: goBack }} />;
}
