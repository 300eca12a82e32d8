import { useEffect } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { runAfterStartup } from "../../loading/runWhenIdle.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import type { UnsavedPrompt } from "./useUnsavedPrompt.ts";

const UnsavedPromptDialog = withErrorBoundary(
  lazyComponent(async () => (await import("./UnsavedPromptDialog.tsx")).UnsavedPromptDialog),
);

/** Asks before unsaved content is lost with a tag or the session. */
export function LazyUnsavedDialog({ unsavedPrompt }: { readonly unsavedPrompt: UnsavedPrompt | null }) {
  // Preloaded, as the network may be down when it has to open. Opening it retries a failed preload.
  useEffect(() => runAfterStartup(() => void UnsavedPromptDialog.preload().catch(() => undefined)), []);
  return unsavedPrompt && <UnsavedPromptDialog unsavedPrompt={unsavedPrompt} />;
}
