import { describe, expect, it } from "vitest";
import { createTypeAhead, type KeyPress, type TypedKey } from "../../src/loading/typeAhead.ts";

const toPress = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  ...more,
});

/** A page that shows nothing by itself: each test calls `settle` where the browser would have come to rest. */
function setup() {
  const pressed: string[] = [];
  const waiting: (() => void)[] = [];
  const page = {
    isTyping: false,
    focus: null as object | null,
    onPress: (_key: TypedKey): void => undefined,
  };
  const typeAhead = createTypeAhead({
    isTyping: () => page.isTyping,
    getFocus: () => page.focus,
    press: (key) => {
      pressed.push(key.ctrlKey ? `Ctrl+${key.key}` : key.key);
      page.onPress(key);
    },
    afterKey: (callback) => void waiting.push(callback),
  });
  return {
    typeAhead,
    page,
    pressed,
    /** Whether each of these keys was kept. */
    type: (...keys: string[]) => keys.map((key) => typeAhead.handleKey(toPress(key))),
    settle: () => {
      for (let callback = waiting.shift(); callback; callback = waiting.shift()) callback();
    },
    settleOne: () => waiting.shift()?.(),
  };
}

describe("keys that are typed before their field is there", () => {
  it("wait for it, and come in order", () => {
    const { typeAhead, type, pressed, settle } = setup();
    const { release } = typeAhead.hold();
    expect(type("1", "3", "x", "Backspace", "9", "Enter")).toEqual([true, true, true, true, true, true]);
    settle();
    expect(pressed).toEqual([]);
    release();
    settle();
    expect(pressed).toEqual(["1", "3", "x", "Backspace", "9", "Enter"]);
    expect(type("5")).toEqual([false]);
  });

  it("come before what is typed while they are being typed", () => {
    const { typeAhead, page, type, pressed, settle, settleOne } = setup();
    const { release } = typeAhead.hold();
    type("1", "2");
    release();
    settleOne();
    page.isTyping = true;
    expect(type("3")).toEqual([true]);
    settle();
    expect(pressed).toEqual(["1", "2", "3"]);
    expect(type("4")).toEqual([false]);
  });

  it("wait for what one of them opens", () => {
    const { typeAhead, page, type, pressed, settle } = setup();
    const boot = typeAhead.hold({ keepsCommands: true });
    expect(typeAhead.handleKey(toPress("k", { ctrlKey: true }))).toBe(true);
    type("7");
    let search = boot;
    page.onPress = ({ ctrlKey }) => {
      if (ctrlKey) search = typeAhead.hold();
    };
    boot.release();
    settle();
    expect(pressed).toEqual(["Ctrl+k"]);
    type("8");
    search.release();
    settle();
    expect(pressed).toEqual(["Ctrl+k", "7", "8"]);
  });

  it("are used again, before the others, where the page was not ready for one", () => {
    const { typeAhead, page, type, pressed, settle } = setup();
    const { release } = typeAhead.hold();
    type("/", "a");
    let isReady = false;
    let deferred = { release: () => undefined as void };
    page.onPress = (key) => {
      if (!isReady) deferred = typeAhead.defer(key);
    };
    release();
    settle();
    type("b");
    isReady = true;
    deferred.release();
    settle();
    expect(pressed).toEqual(["/", "/", "a", "b"]);
  });

  it("are kept with a pasted text", () => {
    const { typeAhead, type, pressed, settle } = setup();
    const { release } = typeAhead.hold();
    type("a");
    expect(typeAhead.handlePaste("翔岳")).toBe(true);
    release();
    settle();
    expect(pressed).toEqual(["a", "翔岳"]);
  });

  it("have spaces in a field only", () => {
    const { typeAhead, page, type, pressed, settle, settleOne } = setup();
    const { release } = typeAhead.hold();
    expect(type("j", " ", "a", " ", "b")).toEqual([true, true, true, true, true]);
    release();
    settleOne();
    settleOne();
    page.isTyping = true;
    settle();
    expect(pressed).toEqual(["j", "a", " ", "b"]);
  });

  it("are forgotten by Escape, which closes what was opening", () => {
    const { typeAhead, type, pressed, settle } = setup();
    const cancelled: string[] = [];
    const { release } = typeAhead.hold({ onCancel: () => cancelled.push("search") });
    expect(type("1", "Escape", "2")).toEqual([true, false, false]);
    release();
    settle();
    expect([pressed, cancelled]).toEqual([[], ["search"]]);
  });

  it("are forgotten where it does not come", () => {
    const { typeAhead, type, pressed, settle } = setup();
    const { drop } = typeAhead.hold();
    type("n");
    drop();
    settle();
    expect(pressed).toEqual([]);
  });
});

describe("left alone", () => {
  it("are keys while nothing loads, or while a field has the focus", () => {
    const { typeAhead, page, type } = setup();
    expect(type("n", "Enter")).toEqual([false, false]);
    expect(typeAhead.handlePaste("x")).toBe(false);
    typeAhead.hold();
    page.isTyping = true;
    expect(type("n", "Enter")).toEqual([false, false]);
  });

  it("are keys of an input method, commands, and keys that type nothing", () => {
    const { typeAhead, type } = setup();
    typeAhead.hold();
    expect(typeAhead.handleKey(toPress("z", { isComposing: true }))).toBe(false);
    for (const modifier of ["ctrlKey", "metaKey", "altKey"] as const)
      expect(typeAhead.handleKey(toPress("k", { [modifier]: true }))).toBe(false);
    expect(type("F8", "Shift", "PageDown")).toEqual([false, false, false]);
    expect(typeAhead.hasKeys()).toBe(false);
  });

  it("is nothing that Enter or a space would do before anything is typed, nor a held Enter", () => {
    const { typeAhead, type, pressed, settle } = setup();
    const { release } = typeAhead.hold();
    // Kept from the button that opened the dialog, but for nothing in it.
    expect(type("Enter", " ", "Backspace", "ArrowDown", "Tab")).toEqual([true, true, true, false, false]);
    type("a");
    expect(typeAhead.handleKey(toPress("Enter", { repeat: true }))).toBe(true);
    release();
    settle();
    expect(pressed).toEqual(["a"]);
  });

  it("is Enter on what has got the focus since, but not once more on what opens a dialog", () => {
    const { typeAhead, page, type } = setup();
    const [opener, link] = [{}, {}];
    page.focus = opener;
    typeAhead.hold();
    expect(type("Enter", " ", "Backspace")).toEqual([true, true, true]);
    page.focus = link;
    expect(type("Enter", " ", "Backspace")).toEqual([false, false, false]);
    page.focus = null;
    expect(type("Enter")).toEqual([true]);
  });
});
