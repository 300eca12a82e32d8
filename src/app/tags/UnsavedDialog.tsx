import { lazy, useEffect } from "react";
import { Brought } from "../../console/Brought.tsx";
import { onceSettled } from "../runtime/whenIdle.ts";
import type { Question } from "./useUnsavedQuestion.ts";

const load = () =>
  import("./UnsavedQuestion.tsx").then(({ UnsavedQuestion: question }) => ({ default: question }));
const UnsavedQuestion = lazy(load);

/** Asks before something unsaved is lost with a tag, or with the session. */
export function UnsavedDialog({ question }: { readonly question: Question | null }) {
  // Brought before it is asked: the line may be down by then. Where that fails it is tried again when asked.
  useEffect(() => onceSettled(() => void load().catch(() => undefined)), []);
  return question ? (
    <Brought>
      <UnsavedQuestion question={question} />
    </Brought>
  ) : null;
}
