import { useEffect } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { runAfterStartup } from "../../loading/runWhenIdle.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import type { UnsavedPrompt } from "./useUnsavedPrompt.ts";

const UnsavedPromptDialog = withErrorBoundary(
  lazyComponent(async () => (await import("./UnsavedPromptDialog.tsx")).UnsavedPromptDialog),
);

/** Asks before something unsaved is lost with a tag, or with the session. */
export function LazyUnsavedDialog({ unsavedPrompt }: { readonly unsavedPrompt: UnsavedPrompt | null }) {
  // Brought before it is asked: the line may be down by then. Where that fails it is tried again when asked.
  useEffect(() => runAfterStartup(() => void UnsavedPromptDialog.preload().catch(() => undefined)), []);
  return unsavedPrompt && <UnsavedPromptDialog unsavedPrompt={unsavedPrompt} />;
}
