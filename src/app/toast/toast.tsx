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

/** Chinese titles for the texts that the specification fixes in English. */
const translations: Readonly<Record<string, string>> = {
  "Switch Size Success": "控件尺寸已切换",
  "you browser can not work": "当前浏览器不支持全屏",
};

// The id contains the text, so that a visible message is not shown a second time.
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

/** Removes all toasts, so that none of one session appears in the next. */
export const clearToasts = (): void => notifications.clean();

/** Shows toasts for five seconds; identical warnings and errors appear once. */
export const toast: Toaster = {
  success: renewSuccess,
  warning: (text) => showToast("warning", text),
  error: (text, reqId) =>
    // The text has an element to itself.
    showToast(
      "error",
      text,
      reqId && [<span key="text">{text}</span>, <RequestId key="id" error={{ reqId }} />],
    ),
};
