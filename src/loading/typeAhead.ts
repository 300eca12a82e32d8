/** A key as it was pressed, or a pasted text. */
export interface TypedKey {
  /** As in `KeyboardEvent`; of a paste its whole text. */
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly isPaste: boolean;
}

export interface KeyPress extends Omit<TypedKey, "isPaste"> {
  readonly altKey: boolean;
  readonly isComposing: boolean;
  /** Whether the key is held down. */
  readonly repeat: boolean;
}

/** What the keys are for. */
export interface KeyTarget {
  /** Whether a text field has the focus. */
  readonly isTyping: () => boolean;
  /** What has the focus; null for the page as a whole. */
  readonly getFocus: () => object | null;
  /** Does with the focused element what the browser would have done. */
  readonly press: (key: TypedKey) => void;
  /** Calls back once everything that the last key has started is shown. */
  readonly afterKey: (callback: () => void) => void;
}

export interface KeyHold {
  /** Types the kept keys, unless something else still holds them. */
  readonly release: () => void;
  /** Forgets the kept keys: what they were for does not come. */
  readonly drop: () => void;
}

interface HoldOptions {
  /** Called when Escape is pressed meanwhile. */
  readonly onCancel?: () => void;
  /** Whether it keeps Ctrl+K too: nothing of the console listens yet. */
  readonly keepsCommands?: boolean;
}

export interface TypeAhead {
  /** Keeps what is typed from now on, unless it is typed into a field. */
  readonly hold: (options?: HoldOptions) => KeyHold;
  /** Keeps one key that could not be used yet, and those after it. */
  readonly defer: (key: TypedKey) => KeyHold;
  /** @returns whether the key was kept, and may do nothing else */
  readonly handleKey: (press: KeyPress) => boolean;
  /** @returns whether the pasted text was kept */
  readonly handlePaste: (text: string) => boolean;
  readonly hasKeys: () => boolean;
  /** Forgets what is kept: the user goes on elsewhere. */
  readonly forget: () => void;
}

/** Keys that act on what was typed before them. Before anything was typed they act on nothing. */
const editingKeys: ReadonlySet<string> = new Set([
  "Enter",
  "Tab",
  "Backspace",
  "Delete",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
]);
/** Keys that would act on the page behind, where the field is not yet, or once more on what opens it. */
const actingKeys: ReadonlySet<string> = new Set(["Enter", "Backspace", " "]);

const isCommand = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress) =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Copied one by one: an event has them in its prototype. */
export const toTypedKey = ({
  key,
  code,
  shiftKey,
  ctrlKey,
  metaKey,
}: Omit<TypedKey, "isPaste">): TypedKey => ({ key, code, shiftKey, ctrlKey, metaKey, isPaste: false });

/** Keeps keys in order while what they are for is loading, and types them once it has the focus. */
export function createTypeAhead(target: KeyTarget): TypeAhead {
  const holds = new Set<HoldOptions & { readonly focus: object | null }>();
  let keys: TypedKey[] = [];
  let isReplaying = false;

  const replay = () => {
    if (isReplaying) return;
    isReplaying = true;
    const pressNext = () =>
      target.afterKey(() => {
        // A key may have opened what the next ones are for.
        const key = holds.size === 0 ? keys.shift() : undefined;
        isReplaying = key !== undefined;
        if (key === undefined) return;
        // Outside of a field it would act on what nobody has seen yet, such as an alarm.
        if (key.key !== " " || key.isPaste || target.isTyping()) target.press(key);
        pressNext();
      });
    pressNext();
  };
  const cancel = () => {
    keys = [];
    const cancelled = [...holds];
    holds.clear();
    for (const { onCancel } of cancelled) onCancel?.();
  };
  const isActive = () => holds.size > 0 || isReplaying;
  /** Whether what is typed now goes into a field by itself. */
  const goesToField = () => keys.length === 0 && !isReplaying && target.isTyping();
  /** Whether the user has not gone on to something else, such as a link, which keeps its keys. */
  const isFocusOld = () => {
    const focus = target.getFocus();
    return focus === null || [...holds].some((entry) => entry.focus === focus);
  };
  const hold = (options: HoldOptions = {}): KeyHold => {
    const entry = { ...options, focus: target.getFocus() };
    holds.add(entry);
    return {
      release() {
        if (holds.delete(entry) && holds.size === 0) replay();
      },
      drop() {
        if (!holds.delete(entry)) return;
        if (holds.size === 0) keys = [];
      },
    };
  };

  return {
    hold,
    defer(key) {
      keys.unshift(key);
      return hold();
    },
    handleKey(press) {
      if (!isActive() || press.isComposing) return false;
      if (press.key === "Escape") {
        cancel();
        return false;
      }
      if (goesToField()) return false;
      if (press.ctrlKey || press.metaKey || press.altKey) {
        if (!isCommand(press) || ![...holds].some(({ keepsCommands }) => keepsCommands)) return false;
      } else if (keys.length === 0 && !isReplaying && (editingKeys.has(press.key) || press.key === " "))
        return actingKeys.has(press.key) && isFocusOld();
      else if (press.key.length > 1 && !editingKeys.has(press.key)) return false;
      if (!(press.repeat && press.key === "Enter")) keys.push(toTypedKey(press));
      return true;
    },
    handlePaste(text) {
      if (!isActive() || goesToField() || text === "") return false;
      keys.push({ key: text, code: "", shiftKey: false, ctrlKey: false, metaKey: false, isPaste: true });
      return true;
    },
    hasKeys: () => keys.length > 0,
    forget() {
      keys = [];
    },
  };
}
