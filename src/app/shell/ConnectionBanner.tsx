import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconPlugConnectedX } from "@tabler/icons-react";
import * as word from "../../../adapters/contract/words.ts";
import type { ConnectionStatus } from "../../../machines/socketPort.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./ShellBanner.module.css";

/** What a narrow window has room for in one line, and the sentence. */
function describeOutage(phase: ConnectionStatus["phase"], since: number): readonly [string, string] {
  const from = `${word.lineDown}（自 ${formatClock(since)} 起）`;
  const [short, long] = hints[phase] ?? defaultHint;
  return [`${from}，${short}`, `${from}，${long}`];
}

const defaultHint = ["数据可能不是最新", "每 10 秒自动重连，恢复前数据可能不是最新。"] as const;
const hints: { readonly [P in ConnectionStatus["phase"]]?: readonly [string, string] } = {
  broken: ["请刷新页面恢复", "请刷新页面恢复；在此之前数据可能不是最新。"],
  crowdedOut: [
    "请少开几个页面后刷新",
    "您同时打开的页面过多，请关闭不用的页面后刷新本页；在此之前数据可能不是最新。",
  ],
};

/** Shows since when the live connection is down, and whether it reconnects by itself. */
export function ConnectionBanner() {
  const { phase, since } = useConnection();
  const isNarrow = useMediaQuery("(max-width: 991.98px)");
  const [short, long] = since === null ? [] : describeOutage(phase, since);
  return (
    <div role="status">
      {long && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={16} aria-hidden />
          {isNarrow ? (
            <>
              <span aria-hidden>{short}</span>
              <VisuallyHidden>{long}</VisuallyHidden>
            </>
          ) : (
            <span>{long}</span>
          )}
        </p>
      )}
    </div>
  );
}
