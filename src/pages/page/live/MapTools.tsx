import { ActionIcon, Tooltip } from "@mantine/core";
import { IconFocusCentered, IconRuler2, IconWorld } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { ZoomButtons } from "../../../map/controls/ZoomButtons.tsx";
import { flyTo } from "../../../map/flyTo.ts";
import { useMap } from "../../../map/useMap.ts";
import { LayersMenu } from "./LayersMenu.tsx";
import type { Live } from "./live.ts";
import classes from "./MapTools.module.css";
import { placeOf } from "./placeOf.ts";

interface Props {
  readonly live: Live;
  readonly measuring: boolean;
  readonly onMeasure: () => void;
}

/** The column of buttons on the map. */
export function MapTools({ live: { actor }, measuring, onMeasure }: Props) {
  const map = useMap();
  const following = useSelector(actor, ({ context }) => context.following);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const showAll = () => {
    const { tasks } = actor.getSnapshot().context;
    actor.send({ type: "follow.end" });
    const flying = tasks.flatMap(({ status, last }) => (status === "running" && last ? [placeOf(last)] : []));
    flyTo(
      map,
      flying.filter((at) => at !== null),
    );
  };
  const follow = following ? "停止跟随" : "跟随选中的无人机";
  return (
    <div className={classes["tools"]}>
      <ZoomButtons />
      <Tooltip label="显示全部" position="left">
        <ActionIcon variant="default" size="lg" aria-label="显示全部" onClick={showAll}>
          <IconWorld size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={selected === null ? "先选择一个任务再跟随" : follow} position="left">
        <ActionIcon
          variant={following ? "filled" : "default"}
          size="lg"
          aria-label={follow}
          aria-pressed={following}
          disabled={selected === null}
          onClick={() => actor.send({ type: following ? "follow.end" : "follow.start" })}
        >
          <IconFocusCentered size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={measuring ? "结束测距" : "测距"} position="left">
        <ActionIcon
          variant={measuring ? "filled" : "default"}
          size="lg"
          aria-label={measuring ? "结束测距" : "测距"}
          aria-pressed={measuring}
          onClick={onMeasure}
        >
          <IconRuler2 size={18} />
        </ActionIcon>
      </Tooltip>
      <LayersMenu actor={actor} />
    </div>
  );
}
