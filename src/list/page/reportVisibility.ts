import type { ListActor } from "./listActor.ts";

/** Reports the document's visibility to the list; returns a stop function, which reports it as hidden. */
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
