import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { proxyMessageMs } from "../../../adapters/contract/constants.ts";
import type { Messages } from "../../console/useConsole.ts";

const looks = {
  success: { color: "teal", icon: <IconCircleCheck size={20} /> },
  warning: { color: "orange", icon: <IconAlertTriangle size={20} /> },
  error: { color: "red", icon: <IconCircleX size={20} /> },
} as const;

/** Texts that the specification gives in English stay; this stands beside them. */
const besides: Readonly<Record<string, string>> = {
  "Switch Size Success": "控件尺寸已切换",
  "you browser can not work": "当前浏览器不支持全屏",
};

function show(kind: keyof typeof looks, text: string) {
  // The id is the text: while a message is on the screen, the same one is not shown again.
  notifications.show({
    id: `${kind}:${text}`,
    title: besides[text],
    message: text,
    ...looks[kind],
    autoClose: proxyMessageMs,
    closeButtonProps: { "aria-label": "关闭提示" },
  });
}

/** Takes every message off the screen: what one session was told is nothing to the next. */
export const forgetMessages = (): void => notifications.clean();

/** Short messages at the screen's edge, five seconds each, one for many of the same. */
export const say: Messages = {
  success: (text) => show("success", text),
  warning: (text) => show("warning", text),
  error: (text) => show("error", text),
};
