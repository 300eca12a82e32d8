import { proxyCodes } from "../../../adapters/contract/envelope.ts";
import { socketErrorData, socketTypes } from "../../../adapters/contract/socket.ts";
import type { CallError } from "../../../adapters/http/callError.ts";
import type { IncomingFrame } from "../../../machines/socketPort.ts";
import type { Emitter } from "../../pageApi/createEmitter.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import { toErrorMessage } from "../toErrorMessage.ts";

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
export function createErrorToasts(errors: Emitter<[CallError]>, toast: Pick<Toaster, "error">): ErrorToasts {
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
        if (display.kind === "message") toast.error(display.text, display.reqId);
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
 * `initialPassword` because the password dialog is open.
 */
export function toErrorDisplay(error: CallError): ErrorDisplay {
  if (["cancelled", "conflict", "initialPassword"].includes(error.kind)) return { kind: "silent" };
  const loggedOut: readonly number[] = proxyCodes.loggedOut;
  if (error.state !== null && loggedOut.includes(error.state)) return { kind: "prompt" };
  return { kind: "message", text: toErrorMessage(error), reqId: error.reqId };
}

/**
 * Toasts refusals on the live connection (frame type 9). With an initial password the server refuses everything, so
 * the password dialog opens instead. Returns an unsubscribe function.
 */
export const toastSocketErrors = (
  subscribeFrames: Emitter<[IncomingFrame]>["subscribe"],
  toast: Pick<Toaster, "error">,
  onPasswordRequired: () => void,
): (() => void) =>
  subscribeFrames(({ type, data }) => {
    if (type !== socketTypes.error) return;
    const refusal = socketErrorData.safeParse(data);
    if (refusal.success && refusal.data.reason === "initialPassword") return onPasswordRequired();
    toast.error(refusal.success ? `实时连接：${refusal.data.message}` : "实时连接出错，请刷新页面重试。");
  });
