import { useEffect } from "react";
import { brought } from "../../console/brought.tsx";
import { onceSettled } from "../runtime/whenIdle.ts";
import type { Question } from "./useUnsavedQuestion.ts";

const UnsavedQuestion = brought(async () => (await import("./UnsavedQuestion.tsx")).UnsavedQuestion);

/** Asks before something unsaved is lost with a tag, or with the session. */
export function UnsavedDialog({ question }: { readonly question: Question | null }) {
  // Brought before it is asked: the line may be down by then. Where that fails it is tried again when asked.
  useEffect(() => onceSettled(() => void UnsavedQuestion.bring().catch(() => undefined)), []);
  return question && <UnsavedQuestion question={question} />;
}
