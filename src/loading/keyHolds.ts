import { dialogSelector, fieldSelector, pressKey } from "./pressKey.ts";
import { createTypeAhead, type KeyHold, toTypedKey } from "./typeAhead.ts";

/** Fields that are about to lose the focus: what is typed is no longer for them. */
const left = new Set<Element>();

/** Whether a text field has the focus. */
export const isTyping = (): boolean =>
  document.activeElement !== null &&
  document.activeElement.matches(fieldSelector) &&
  !left.has(document.activeElement);

const typeAhead = createTypeAhead({
  isTyping,
  getFocus: () => (document.activeElement === document.body ? null : document.activeElement),
  press: pressKey,
  afterKey: (callback) => setTimeout(callback),
});

/** How long keys are kept for what does not come, ms. */
const maxHoldMs = 30_000;
const pollMs = 50;

/** Keeps what is typed before the console handles keys; null before the start. */
let bootHold: KeyHold | null = null;

/** Keeps what is typed from now on. @returns types it */
export function holdKeys(): () => void {
  const { release } = typeAhead.hold();
  return release;
}

/** Keeps a key that the page is not ready for, and those after it. */
export function deferKey(event: KeyboardEvent, isReady: () => boolean): void {
  event.preventDefault();
  const { release, drop } = typeAhead.defer(toTypedKey(event));
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const isOver = performance.now() - startedAt > maxHoldMs;
    if (!isReady() && !isOver) return;
    clearInterval(timer);
    if (isOver) drop();
    else release();
  }, pollMs);
}

/**
 * Keeps what is typed until a field of the dialog that opens has the focus.
 * @param onCancel called when Escape is pressed before
 * @returns forgets the keys, where the dialog is closed before
 */
export function holdKeysForDialog(onCancel: () => void): () => void {
  const from = document.activeElement;
  if (from) left.add(from);
  const controller = new AbortController();
  const finish = (end: () => void) => {
    if (from) left.delete(from);
    controller.abort();
    clearTimeout(timer);
    end();
  };
  const { release, drop } = typeAhead.hold({
    onCancel: () => {
      finish(drop);
      onCancel();
    },
  });
  let timer = setTimeout(() => finish(drop), maxHoldMs);
  const watchDialog = (dialog: Element, until: number) => {
    clearTimeout(timer);
    const field = [...dialog.querySelectorAll<HTMLElement>(`form :is(${fieldSelector})`)].find(
      (candidate) => candidate.matches(":enabled") && candidate.checkVisibility(),
    );
    // Its field, or the code of it, may still be loading.
    const isLoading = dialog.querySelector("input:disabled, [aria-busy=true]") !== null;
    if (field && typeAhead.hasKeys()) field.focus();
    else if (isLoading && performance.now() < until) timer = setTimeout(watchDialog, pollMs, dialog, until);
    else finish(drop);
  };
  document.addEventListener(
    "focusin",
    ({ target }) => {
      if (!(target instanceof Element)) return;
      if (target.matches(fieldSelector)) {
        finish(release);
        // What opens dialogs is there.
        return releaseBootHold();
      }
      const dialog = target.closest(dialogSelector);
      if (!dialog) return;
      clearTimeout(timer);
      // The focus may move on to a field at once.
      timer = setTimeout(watchDialog, pollMs, dialog, performance.now() + maxHoldMs);
    },
    controller,
  );
  return () => finish(drop);
}

/**
 * Handles keys from now on, and keeps what is typed before the console does. Without it nothing is kept.
 * @param early what was pressed before
 */
export function startKeyHolds(early: readonly KeyboardEvent[] = []): void {
  if (bootHold) return;
  bootHold = typeAhead.hold({ keepsCommands: true });
  for (const event of early) typeAhead.handleKey(event);
  setTimeout(dropBootHold, maxHoldMs);
  // A field in place of the console: of the login, or of the lock.
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(fieldSelector)) dropBootHold();
  });
  // In the capture phase of the window, before everything else that handles keys.
  addEventListener(
    "keydown",
    (event) => {
      // Its own keys, and those that the input method takes.
      if (!event.isTrusted || event.key === "Process" || !typeAhead.handleKey(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  addEventListener(
    "paste",
    (event) => {
      if (event.isTrusted && typeAhead.handlePaste(event.clipboardData?.getData("text/plain") ?? ""))
        event.preventDefault();
    },
    true,
  );
  addEventListener(
    "pointerdown",
    ({ target }) => {
      // They are for nothing that it opens.
      typeAhead.forget();
      // A field that is clicked on keeps the focus.
      if (target instanceof Element && target.closest(fieldSelector)) left.clear();
    },
    true,
  );
}

/** Types what was kept: the console handles keys. */
export const releaseBootHold = (): void => bootHold?.release();

/** Forgets what was kept: the console does not come. */
export const dropBootHold = (): void => bootHold?.drop();
