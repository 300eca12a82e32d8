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
   * Shows errors from now on, those that came before included; `onLoggedOut` is called instead where the proxy base
   * ended its session. Returns the function that ends that.
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
  /** The template's prompt; no message besides. */
  | { readonly kind: "prompt" }
  | { readonly kind: "message"; readonly text: string; readonly reqId: string | null };

/**
 * How the console shows a failed call. A conflict is shown where the record is, with both versions; the password
 * warning stays open while an initial password must be changed.
 */
export function toErrorDisplay(error: CallError): ErrorDisplay {
  if (["cancelled", "conflict", "initialPassword"].includes(error.kind)) return { kind: "silent" };
  const loggedOut: readonly number[] = proxyCodes.loggedOut;
  if (error.state !== null && loggedOut.includes(error.state)) return { kind: "prompt" };
  return { kind: "message", text: toErrorMessage(error), reqId: error.reqId };
}

/**
 * Toasts what the server refuses over the live connection (type 9). Until an initial password is changed the server
 * refuses everything: the password dialog says that, once. Returns an unsubscribe function.
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
