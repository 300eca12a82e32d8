import type { ListActor } from "./listActor.ts";

/** Tells the list whether somebody can see it, from now until the returned function ends that. */
export function reportVisibility(
  list: Pick<ListActor, "send">,
  page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">,
): () => void {
  const report = () => list.send({ type: page.visibilityState === "hidden" ? "page.hide" : "page.show" });
  page.addEventListener("visibilitychange", report);
  report();
  return () => {
    page.removeEventListener("visibilitychange", report);
    list.send({ type: "page.hide" });
  };
}
