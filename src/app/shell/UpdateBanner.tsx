import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { hasNewBuild } from "../../../adapters/http/consoleBuild.ts";
import { useServices } from "../boot/useServices.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./ShellBanner.module.css";

/** Says that the server has another build since the live connection came back: it is changed by a restart. */
export function UpdateBanner() {
  const { requestTimeoutMs } = useServices().config;
  const { since } = useConnection();
  const wasDown = useRef(false);
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    if (since !== null) wasDown.current = true;
    if (since !== null || !wasDown.current) return;
    wasDown.current = false;
    const ending = new AbortController();
    hasNewBuild(toServerPath("/"), ending.signal, requestTimeoutMs).then(
      (isNew) => setOutdated((before) => before || isNew),
      // The connection is down again; its return asks again.
      () => undefined,
    );
    return () => ending.abort();
  }, [since, requestTimeoutMs]);
  if (!isOutdated) return null;
  return (
    <div className={classes.banner} role="status">
      <IconRefresh size={16} aria-hidden />
      <span>控制台已更新到新版本。请先保存填写的内容，再刷新页面；在此之前，实时数据和保存可能不正常。</span>
      <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
        刷新页面
      </Button>
    </div>
  );
}
