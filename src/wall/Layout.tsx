import { useSelector } from "@xstate/react";
import { type ScreenLayout, screenLayout } from "../../adapters/contract/screen.ts";
import { createLazy, type StartLoading } from "../loading/createLazy.tsx";
import { loadWithRetry } from "../loading/lazyComponent.tsx";
import { withStyleRetry } from "../loading/withStyleRetry.ts";
import { AlarmBoard } from "./AlarmBoard.tsx";
import { DayStrip } from "./DayStrip.tsx";
import { Figures } from "./Figures.tsx";
import { Overview } from "./Overview.tsx";
import { TaskBoard } from "./TaskBoard.tsx";
import { useGroupedFleet } from "./useGroupedFleet.ts";
import type { WallOverview } from "./useOverview.ts";
import classes from "./Wall.module.css";
import { WallMap } from "./WallMap.tsx";
import { isPart, parseLayouts, type WallAddress } from "./wallAddress.ts";
import type { WallServices } from "./wallServices.ts";

/** Nobody reads a toast at a wall. */
const startLoading: StartLoading = (loader, { onLoad }) =>
  loadWithRetry(loader, { onLoad, onError: (error) => console.error(error) });

/** Its machine and styles are for screens that show pictures; its players come with the first picture. */
const VideoBoard = createLazy(
  withStyleRetry(async () => (await import("./video/VideoBoard.tsx")).VideoBoard),
  () => <p className={classes["message"]}>正在读取画面…</p>,
  () => startLoading,
);

interface Props {
  readonly services: WallServices;
  readonly address: WallAddress;
  readonly overview: WallOverview;
}

/** The map with the strip of the day and the figures; several screens of one map show the figures once. */
function MapFace({ services, address, overview }: Props) {
  const { column, row } = address.part;
  const isOnePart = isPart(address);
  return (
    <div className={classes["beside"]}>
      <div className={classes["column"]}>
        <WallMap services={services} address={address} />
        {!isOnePart && (
          <div className={classes["strip24"]}>
            <DayStrip {...overview} address={address} />
          </div>
        )}
      </div>
      {column === 0 && row === 0 && <Figures {...overview} form={isOnePart ? "over" : "beside"} />}
    </div>
  );
}

interface FaceProps extends Props {
  readonly name: ScreenLayout;
  /** It is one of two. */
  readonly isHalf: boolean;
}

function Face({ name, isHalf, ...props }: FaceProps) {
  const { services } = props;
  if (name === "map") return <MapFace {...props} />;
  if (name === "tasks") return <TaskBoard services={services} />;
  if (name === "alarms") return <AlarmBoard services={services} />;
  if (name === "overview") return <Overview {...props} />;
  return <VideoBoard services={services} size={name === "video4" ? 4 : 9} isHalf={isHalf} />;
}

/** Says what the address may be: nobody wants another picture than the one that was asked for. */
function UnknownLayout({ name }: { readonly name: string }) {
  const known = screenLayout.options.map(({ value, label }) => `${value} ${label}`);
  return (
    <p className={classes["message"]}>
      {`地址中的布局“${name}”不存在。可用：${known.join("、")}；两种并排如 map+alarms，多屏拼一张地图如 2x2/1。请修改地址后重新打开。`}
    </p>
  );
}

/** By itself: it looks at the clock every second. */
function GroupedFleet({ services, layouts }: Pick<Props, "services"> & { layouts: readonly ScreenLayout[] }) {
  useGroupedFleet(services, layouts);
  return null;
}

/** The layouts of the address, else the one of 大屏; beside each other or, on a high screen, below each other. */
export function Layout({ services, address, overview }: Props) {
  const assigned = useSelector(services.actor, ({ context }) => context.screen?.layout ?? "map");
  const layouts = address.unknown === null ? (address.layouts ?? parseLayouts(assigned)) : null;
  if (layouts === null) return <UnknownLayout name={address.unknown ?? assigned} />;
  return (
    <div className={classes["layout"]}>
      <GroupedFleet services={services} layouts={layouts} />
      {layouts.map((name) => (
        <div key={name} className={classes["face"]} data-layout={name}>
          <Face
            name={name}
            isHalf={layouts.length > 1}
            services={services}
            address={address}
            overview={overview}
          />
        </div>
      ))}
    </div>
  );
}
