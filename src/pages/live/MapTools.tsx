import { ActionIcon, Loader, Popover, Tooltip } from "@mantine/core";
import { IconFocusCentered, IconLayoutGrid, IconRuler2, IconStack2, IconWorld } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import type { LiveActor, LiveServices } from "../../live/liveServices.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { ZoomButtons } from "../../map/controls/ZoomButtons.tsx";
import { isFlying } from "./isFlying.ts";
import classes from "./MapTools.module.css";

const LayerChoicesLoading = () => <Loader size="sm" />;
const LayerChoices = lazyComponent(
  async () => (await import("./LayerChoices.tsx")).default,
  LayerChoicesLoading,
);

function LayersMenu({ actor }: { readonly actor: LiveActor }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="left-start" withArrow shadow="md" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Tooltip label="图层" position="left" disabled={opened}>
          <ActionIcon variant="default" size="lg" aria-label="图层" onClick={() => setOpened(!opened)}>
            <IconStack2 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <LayerChoices actor={actor} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface Props {
  readonly live: LiveServices;
  readonly measuring: boolean;
  /** Whether the positions that 显示全部 needs are on their way. */
  readonly isLoadingAll: boolean;
  readonly onShowAll: () => void;
  readonly onMeasure: () => void;
}

/** The column of buttons on the map. */
export function MapTools({ live: { actor, table }, measuring, isLoadingAll, onShowAll, onMeasure }: Props) {
  const isFollowing = useSelector(actor, ({ context }) => context.following);
  const isSelectedFlying = useSelector(actor, ({ context }) => isFlying(context, table));
  const showAll = () => {
    actor.send({ type: "follow.end" });
    onShowAll();
  };
  const canFollow = isSelectedFlying || isFollowing;
  const followLabel = isFollowing ? "停止跟随" : "跟随选中的无人机";
  return (
    <div className={classes["tools"]}>
      <ZoomButtons />
      <Tooltip label="显示全部" position="left">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="显示全部"
          loading={isLoadingAll}
          onClick={showAll}
        >
          <IconWorld size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={canFollow ? followLabel : "先选择一个飞行中的任务再跟随"} position="left">
        <ActionIcon
          variant={isFollowing ? "filled" : "default"}
          size="lg"
          aria-label={followLabel}
          aria-pressed={isFollowing}
          disabled={!canFollow}
          onClick={() => actor.send({ type: isFollowing ? "follow.end" : "follow.start" })}
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
      <Tooltip label={word.videoGrid} position="left">
        <ActionIcon
          component={Link}
          to="/page/pictures"
          variant="default"
          size="lg"
          aria-label={word.videoGrid}
        >
          <IconLayoutGrid size={18} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
