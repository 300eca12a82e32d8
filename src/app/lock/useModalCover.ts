import { type RefObject, useLayoutEffect } from "react";

/** What Mantine's dialogs look for on the element that hears a key: they then leave Escape alone. */
const stopPropagationAttribute = "data-mantine-stop-propagation";

/**
 * Covers everything with this dialog: a modal one of the browser's own, which nothing lies over, makes the rest inert
 * and holds the keyboard. What it covers is not drawn either, so that no print and no gap shows it.
 */
export function useModalCover(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const cover = dialog.current;
    if (!cover) return;
    const controller = new AbortController();
    const { signal } = controller;
    const showModal = () => {
      if (!signal.aborted && !cover.open) cover.showModal();
    };
    // Dialogs of the desk hear keys before anybody else; the cover's fields and, without focus, the body hear them.
    const markTarget = (event: FocusEvent) =>
      (event.target as Element).setAttribute(stopPropagationAttribute, "true");
    cover.addEventListener("focusin", markTarget, { signal });
    document.body.setAttribute(stopPropagationAttribute, "true");
    showModal();
    document.documentElement.dataset["locked"] = "";
    cover.addEventListener("cancel", (event) => event.preventDefault(), { signal });
    // The browser closes a dialog on a second Escape whatever one says.
    cover.addEventListener("close", showModal, { signal });
    // Shortcuts of the desk listen further out.
    document.body.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
    return () => {
      controller.abort();
      document.body.removeAttribute(stopPropagationAttribute);
      delete document.documentElement.dataset["locked"];
      cover.close();
    };
  }, [dialog]);
}
