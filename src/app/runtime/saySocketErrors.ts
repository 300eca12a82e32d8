import { socketErrorData, socketTypes } from "../../../adapters/contract/socket.ts";
import type { IncomingFrame } from "../../../machines/socket.machine.ts";
import type { Messages } from "../../console/useConsole.ts";

type Frames = (told: (frame: IncomingFrame) => void) => () => void;

/** Says what the server refuses over the live connection (type 9); answers with the end of it. */
export const saySocketErrors = (frames: Frames, say: Messages): (() => void) =>
  frames(({ type, data }) => {
    if (type !== socketTypes.error) return;
    const refusal = socketErrorData.safeParse(data);
    say.error(refusal.success ? `实时连接：${refusal.data.message}` : "实时连接出错，请刷新页面重试。");
  });
