import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { proxyMessageMs } from "../../../adapters/contract/constants.ts";
import { proxyCodes } from "../../../adapters/contract/envelope.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { socketErrorData, socketTypes } from "../../../adapters/contract/socket.ts";
import type { CallError } from "../../../adapters/http/callError.ts";
import type { IncomingFrame } from "../../../machines/socketPort.ts";
import type { Emitter } from "../../pageApi/createEmitter.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { TextAction } from "../../ui/TextAction.tsx";
import { toErrorMessage } from "../toErrorMessage.ts";

const toastStyles = {
  success: { color: "teal", icon: <IconCircleCheck size={20} /> },
  warning: { color: "orange", icon: <IconAlertTriangle size={20} /> },
  error: { color: "red", icon: <IconCircleX size={20} /> },
} as const;

/** Chinese titles for the texts that the specification fixes in English. */
const translations: Readonly<Record<string, string>> = {
  "Switch Size Success": "控件尺寸已切换",
  "you browser can not work": "当前浏览器不支持全屏",
};

const undoMs = 30_000;

// The id contains the text, so that a visible message is not shown a second time.
const toNotification = (kind: keyof typeof toastStyles, text: string) => ({
  id: `${kind}:${text}`,
  title: lookUp(translations, text),
  message: text,
  ...toastStyles[kind],
  autoClose: proxyMessageMs,
  closeButtonProps: { "aria-label": "关闭提示" },
});

const showToast = (kind: keyof typeof toastStyles, text: string, content?: ReactNode) =>
  notifications.show({ ...toNotification(kind, text), message: content || text });

/** Cycles from 1 to 9. */
let renewalCount = 0;

/** Each success belongs to one action: a repeated one is announced again and restarts its five seconds. */
function renewSuccess(text: string) {
  renewalCount = (renewalCount % 9) + 1;
  const notification = {
    ...toNotification("success", text),
    // A new element in the live region is announced; an `autoClose` that differs by a few ms restarts the timer.
    message: <span key={renewalCount}>{text}</span>,
    autoClose: proxyMessageMs + renewalCount,
  };
  // `update` does nothing for a new id, `show` nothing for a visible one.
  notifications.update(notification);
  notifications.show(notification);
}

let undoCount = 0;

/** Stays for 30 seconds, as long as the server undoes the action. */
function showUndo(text: string, onUndo: () => void) {
  const id = `undo:${++undoCount}`;
  const handleClick = () => {
    notifications.hide(id);
    onUndo();
  };
  const message = [
    <span key="text">{text} </span>,
    <TextAction key="undo" onClick={handleClick}>
      恢复
    </TextAction>,
  ];
  notifications.show({ ...toNotification("success", text), id, message, autoClose: undoMs });
}

/** Removes all toasts, so that none of one session appears in the next. */
export const clearToasts = (): void => notifications.clean();

/** Shows toasts for five seconds; identical warnings and errors appear once. */
export const toast: Toaster = {
  success: renewSuccess,
  undoable: showUndo,
  warning: (text) => showToast("warning", text),
  error: (text, reqId) =>
    // The text has an element to itself.
    showToast(
      "error",
      text,
      reqId && [<span key="text">{text}</span>, <RequestId key="id" error={{ reqId }} />],
    ),
};

/** Shows the failed calls of one session. */
export interface ErrorToasts {
  /**
   * Shows queued and future errors, or calls `onLoggedOut` if the proxy base ended its session. Returns an
   * unsubscribe function.
   */
  readonly show: (onLoggedOut: () => void) => () => void;
  readonly stop: () => void;
}

/** Queues call errors until the shell, which renders later, shows them. */
export function createErrorToasts(
  errors: Emitter<[CallError]>,
  toaster: Pick<Toaster, "error">,
): ErrorToasts {
  const pending: CallError[] = [];
  let listener: ((error: CallError) => void) | null = null;
  const stop = errors.subscribe((error) => {
    if (listener) listener(error);
    else pending.push(error);
  });
  return {
    stop,
    show(onLoggedOut) {
      const showError = (error: CallError) => {
        const display = toErrorDisplay(error);
        if (display.kind === "prompt") onLoggedOut();
        if (display.kind === "message") toaster.error(display.text, display.reqId);
      };
      listener = showError;
      for (const error of pending.splice(0)) showError(error);
      return () => {
        listener = null;
      };
    },
  };
}

type ErrorDisplay =
  | { readonly kind: "silent" }
  /** The prompt of the proxy base, without a toast. */
  | { readonly kind: "prompt" }
  | { readonly kind: "message"; readonly text: string; readonly reqId: string | null };

/**
 * How the console shows a failed call. A conflict is silent because the page shows both versions of the record,
 * `initialPassword` and `secondFactor` because the dialog of what must be done first is open.
 */
export function toErrorDisplay(error: CallError): ErrorDisplay {
  if (["cancelled", "conflict", "initialPassword", "secondFactor"].includes(error.kind))
    return { kind: "silent" };
  const loggedOut: readonly number[] = proxyCodes.loggedOut;
  if (error.state !== null && loggedOut.includes(error.state)) return { kind: "prompt" };
  return { kind: "message", text: toErrorMessage(error), reqId: error.reqId };
}

/**
 * Toasts refusals on the live connection (frame type 9). With an initial password, or without a required second factor,
 * the server refuses everything, so that the dialog for it opens instead. Returns an unsubscribe function.
 */
export const toastSocketErrors = (
  subscribeFrames: Emitter<[IncomingFrame]>["subscribe"],
  toaster: Pick<Toaster, "error">,
  onSetupRequired: (reason: "initialPassword" | "secondFactor") => void,
): (() => void) =>
  subscribeFrames(({ type, data }) => {
    if (type !== socketTypes.error) return;
    const refusal = socketErrorData.safeParse(data);
    if (refusal.data?.reason) return onSetupRequired(refusal.data.reason);
    toaster.error(refusal.success ? `实时连接：${refusal.data.message}` : "实时连接出错，请刷新页面重试。");
  });
