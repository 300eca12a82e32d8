import { useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useState } from "react";
import { formatAlarmLine } from "../../adapters/contract/alarmLine.ts";
import { formatRefusedDrones } from "../live/alarms/formatRefusedDrones.ts";
import { formatClock, formatDay } from "../ui/format/formatTime.ts";
import { findOverdue } from "./findUrgentTasks.ts";
import { Layout } from "./Layout.tsx";
import { useNow } from "./useNow.ts";
import { useOverview } from "./useOverview.ts";
import classes from "./Wall.module.css";
import { isPart, parseWallAddress, type WallAddress } from "./wallAddress.ts";
import type { WallServices } from "./wallServices.ts";

/** Pixels that the whole picture moves, so that nothing burns in. */
const shifts = [0, 2, 4, 6, 8, 6, 4, 2] as const;
const shiftEveryMs = 60_000;

const readAddress = () =>
  parseWallAddress(location, { width: window.innerWidth, height: window.innerHeight });

/** The address with the size of the window, which decides the sizes of texts. */
function useAddress(): WallAddress {
  const [address, setAddress] = useState(readAddress);
  useEffect(() => {
    const update = () => setAddress(readAddress());
    window.addEventListener("resize", update);
    return () => window.removeEventListener("resize", update);
  }, []);
  return address;
}

/** Keeps the screen on; the browser lets go whenever the page was hidden. */
function useWakeLock(): void {
  useEffect(() => {
    const request = () => {
      if (document.visibilityState !== "visible") return;
      // Refused on battery, absent on plain http: the control room's own settings keep the screen on then.
      navigator.wakeLock
        ?.request("screen")
        .catch((error: unknown) => console.error("无法保持屏幕常亮", error));
    };
    request();
    document.addEventListener("visibilitychange", request);
    return () => document.removeEventListener("visibilitychange", request);
  }, []);
}

/** Says since when the data are old. It stands above everything, and nothing looks normal below. */
function DataBanner({ services: { actor } }: { readonly services: WallServices }) {
  const dataAt = useSelector(actor, ({ context }) => context.dataAt);
  const isLost = useSelector(actor, (state) => state.hasTag("dataLost"));
  const isOld = useSelector(actor, (state) => state.hasTag("dataStale")) || isLost;
  if (!isOld) return null;
  return (
    <div className={classes["outage"]} role="alert">
      <strong>{`数据已中断${dataAt === null ? "" : ` ${formatClock(dataAt)}`}`}</strong>
      <span>
        {dataAt === null
          ? "尚未收到任何数据，正在自动重连"
          : `最后更新 ${formatClock(dataAt)}，${isLost ? "以下均为最后已知" : "正在自动重连"}`}
      </span>
    </div>
  );
}

/** Across the screen while a P1 has waited for a minute. */
function AcknowledgementStrip({ services: { actor, alarms, clock } }: { readonly services: WallServices }) {
  const now = useNow(clock);
  const isOverdue = useSelector(actor, (state) => state.hasTag("strip"));
  const rows = useSelector(alarms, ({ context }) => context.alarms);
  const overdue = isOverdue ? findOverdue(rows ?? [], now) : null;
  if (!overdue) return null;
  const { count, oldest } = overdue;
  return (
    <div className={classes["strip"]} role="alert">
      {`■ ${count} 条 P1 告警超过 1 分钟未确认：${formatAlarmLine(oldest, now)}${count > 1 ? " 等" : ""}`}
    </div>
  );
}

interface PictureProps {
  readonly services: WallServices;
  readonly address: WallAddress;
}

/** Name of the screen and the time. */
function Header({ services, address }: PictureProps) {
  const now = useNow(services.clock);
  const name = useSelector(services.actor, ({ context }) => context.screen?.name ?? "");
  const wantsSound = useSelector(services.actor, ({ context }) => context.screen?.sound ?? false);
  const isLocked = useSelector(services.alarms, (state) => state.hasTag("soundLocked"));
  const isSilenced = wantsSound && isLocked;
  const shown = useSelector(services.actor, ({ context }) => context.screen?.shown ?? "");
  return (
    <header className={classes["header"]}>
      <span className={classes["name"]}>{name}</span>
      {shown !== "" && <span className={classes["day"]}>{`仅显示 ${shown}`}</span>}
      {isSilenced && <span className={classes["silenced"]}>声音被浏览器阻止，点击屏幕或按任意键恢复</span>}
      {address.isTooSmall && <span className={classes["day"]}>屏幕太小，字号低于此距离的要求</span>}
      <time className={classes["clock"]}>
        <span className={classes["day"]}>{formatDay(new Date(now))}</span>
        <span>{` ${formatClock(now)}`}</span>
      </time>
    </header>
  );
}

/** What the screen shows, below the drones that it cannot show. */
function Picture({ services, address }: PictureProps) {
  const overview = useOverview(services);
  const refused = formatRefusedDrones(overview.overview?.refusedDrones);
  return (
    <>
      {refused !== null && (
        <div className={classes["strip"]} role="alert">
          {`■ ${refused}`}
        </div>
      )}
      <div className={classes["picture"]}>
        <Header services={services} address={address} />
        <Layout services={services} address={address} overview={overview} />
      </div>
    </>
  );
}

/** A screen of the control room. */
export function Wall({ services }: { readonly services: WallServices }) {
  const { actor, clock } = services;
  const address = useAddress();
  const now = useNow(clock);
  const isRunning = useSelector(actor, (state) => state.hasTag("running"));
  const refusal = useSelector(actor, (state) => (state.hasTag("refused") ? state.context.refusal : null));
  const dataAt = useSelector(actor, ({ context }) => context.dataAt);
  const isForeign = useSelector(actor, (state) => state.hasTag("foreign"));
  const isOld = useSelector(actor, (state) => state.hasTag("dataStale") || state.hasTag("dataLost"));
  useWakeLock();
  const step = Math.floor(now / shiftEveryMs);
  const [x, y] = [shifts[step % shifts.length], shifts[(step + 2) % shifts.length]];
  const style: CSSProperties & Record<"--arcmin" | "--shift", string> = {
    "--arcmin": `${address.arcMinutePx}px`,
    "--shift": `${x}px ${y}px`,
  };
  return (
    <main
      className={classes["wall"]}
      style={style}
      data-old={(isRunning && isOld) || undefined}
      data-part={isPart(address) || undefined}
      data-received-at={dataAt}
    >
      <div className={classes["shifted"]}>
        {refusal !== null && <p className={classes["message"]}>{refusal}</p>}
        {isForeign && (
          <p className={classes["message"]}>平台不接受本页的地址，请联系运维检查反向代理和 ALLOWED_ORIGINS</p>
        )}
        {refusal === null && !isForeign && !isRunning && <p className={classes["message"]}>正在连接平台…</p>}
        {isRunning && (
          <>
            <DataBanner services={services} />
            <AcknowledgementStrip services={services} />
            <Picture services={services} address={address} />
          </>
        )}
      </div>
    </main>
  );
}
