import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { proxyMessageMs } from "../../../adapters/contract/constants.ts";
import type { Toaster } from "../../pageApi/usePageApi.ts";
import { RequestId } from "../../ui/RequestId.tsx";

const toastStyles = {
  success: { color: "teal", icon: <IconCircleCheck size={20} /> },
  warning: { color: "orange", icon: <IconAlertTriangle size={20} /> },
  error: { color: "red", icon: <IconCircleX size={20} /> },
} as const;

/** Texts that the specification gives in English stay; this stands beside them. */
const translations: Readonly<Record<string, string>> = {
  "Switch Size Success": "控件尺寸已切换",
  "you browser can not work": "当前浏览器不支持全屏",
};

// The id is the text: while a message is on the screen, the same one is not shown again.
const toNotification = (kind: keyof typeof toastStyles, text: string) => ({
  id: `${kind}:${text}`,
  title: translations[text],
  message: text,
  ...toastStyles[kind],
  autoClose: proxyMessageMs,
  closeButtonProps: { "aria-label": "关闭提示" },
});

const showToast = (kind: keyof typeof toastStyles, text: string, content?: ReactNode) =>
  notifications.show({ ...toNotification(kind, text), message: content || text });

/** Which success this is, from 1 to 9 and round again. */
let renewalCount = 0;

/** A success is that of one act: the same one again is read out again, and its five seconds begin anew. */
function renewSuccess(text: string) {
  renewalCount = (renewalCount % 9) + 1;
  const notification = {
    ...toNotification("success", text),
    // A new element within the live region is read out; another time, by less than one notices, starts the clock.
    message: <span key={renewalCount}>{text}</span>,
    autoClose: proxyMessageMs + renewalCount,
  };
  // Each does nothing where it is the other's turn.
  notifications.update(notification);
  notifications.show(notification);
}

/** Takes every message off the screen: what one session was told is nothing to the next. */
export const clearToasts = (): void => notifications.clean();

/** Short messages at the screen's edge, five seconds each, one for many of the same failures. */
export const toast: Toaster = {
  success: renewSuccess,
  warning: (text) => showToast("warning", text),
  error: (text, reqId) =>
    // The text stays all that its element holds.
    showToast(
      "error",
      text,
      reqId && [<span key="text">{text}</span>, <RequestId key="id" error={{ reqId }} />],
    ),
};
