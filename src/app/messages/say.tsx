import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { proxyMessageMs } from "../../../adapters/contract/constants.ts";
import type { Messages } from "../../console/useConsole.ts";
import { RequestId } from "../../ui/RequestId.tsx";

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

// The id is the text: while a message is on the screen, the same one is not shown again.
const message = (kind: keyof typeof looks, text: string) => ({
  id: `${kind}:${text}`,
  title: besides[text],
  message: text,
  ...looks[kind],
  autoClose: proxyMessageMs,
  closeButtonProps: { "aria-label": "关闭提示" },
});

const show = (kind: keyof typeof looks, text: string, shown?: ReactNode) =>
  notifications.show({ ...message(kind, text), message: shown || text });

/** Which success this is, from 1 to 9 and round again. */
let turn = 0;

/** A success is that of one act: the same one again is read out again, and its five seconds begin anew. */
function renew(text: string) {
  turn = (turn % 9) + 1;
  const renewed = {
    ...message("success", text),
    // A new element within the live region is read out; another time, by less than one notices, starts the clock.
    message: <span key={turn}>{text}</span>,
    autoClose: proxyMessageMs + turn,
  };
  // Each does nothing where it is the other's turn.
  notifications.update(renewed);
  notifications.show(renewed);
}

/** Takes every message off the screen: what one session was told is nothing to the next. */
export const forgetMessages = (): void => notifications.clean();

/** Short messages at the screen's edge, five seconds each, one for many of the same failures. */
export const say: Messages = {
  success: renew,
  warning: (text) => show("warning", text),
  error: (text, reqId) =>
    // The text stays all that its element holds.
    show("error", text, reqId && [<span key="text">{text}</span>, <RequestId key="id" of={{ reqId }} />]),
};
