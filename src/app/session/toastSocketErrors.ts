import { socketErrorData, socketTypes } from "../../../adapters/contract/socket.ts";
import type { IncomingFrame } from "../../../machines/socketPort.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";

type SubscribeFrames = (listener: (frame: IncomingFrame) => void) => () => void;

/**
 * Toasts what the server refuses over the live connection (type 9). Until an initial password is changed the server
 * refuses everything: the password dialog says that, once. Returns an unsubscribe function.
 */
export const toastSocketErrors = (
  subscribeFrames: SubscribeFrames,
  toast: Pick<Toaster, "error">,
  onPasswordRequired: () => void,
): (() => void) =>
  subscribeFrames(({ type, data }) => {
    if (type !== socketTypes.error) return;
    const refusal = socketErrorData.safeParse(data);
    if (refusal.success && refusal.data.reason === "initialPassword") return onPasswordRequired();
    toast.error(refusal.success ? `实时连接：${refusal.data.message}` : "实时连接出错，请刷新页面重试。");
  });
