import { Button, CloseButton, Code, Popover, Stack, Text } from "@mantine/core";
import { useState } from "react";
import classes from "../../live/LiveMap.module.css";
import type { LiveActor } from "../../live/liveServices.ts";
import { parseBasemaps } from "../../map/base/parseBasemaps.ts";
import { useEmbeddedMapEnd } from "../../map/base/useEmbeddedMapEnd.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";

const texts = {
  area: "内置底图只画中国及周边，此处仅有陆地轮廓。",
  zoom: "内置底图到 9 级为止，没有街道和影像。",
} as const;

/** Whether the hint was closed; lives as long as the page's tag. */
function createClosedFlag() {
  let isClosed = false;
  return {
    get: () => isClosed,
    set() {
      isClosed = true;
    },
  };
}

/** Says where the embedded base map ends, and how to get another one. */
export function BasemapHint({ actor }: { readonly actor: LiveActor }) {
  const { config } = usePageApi();
  const [other] = parseBasemaps(config);
  const stored = usePageScope().value("basemapHint", createClosedFlag);
  const [isClosed, setClosed] = useState(stored.get);
  const end = useEmbeddedMapEnd();
  if (end === null || isClosed) return null;
  const close = () => {
    stored.set();
    setClosed(true);
  };
  return (
    <p className={classes["actionNote"]}>
      {texts[end]}
      {other ? (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => actor.send({ type: "basemap.choose", basemap: other.id })}
        >{`换用${other.name}`}</Button>
      ) : (
        <AddBasemap />
      )}
      <CloseButton size="xs" aria-label="不再提示底图" onClick={close} />
    </p>
  );
}

function AddBasemap() {
  return (
    <Popover width={300} position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <Button size="compact-xs" variant="subtle">
          添加底图
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          <Text size="sm">请管理员在服务器上设置环境变量，然后重启：</Text>
          <Text size="sm">
            <Code>TIANDITU_KEY</Code> 填服务器端密钥，即有天地图矢量、影像、地形。
          </Text>
          <Text size="sm">
            <Code>BASEMAP_URL</Code> 填任意 XYZ 瓦片的地址（内网也行），或 <Code>BASEMAP_FILE</Code>{" "}
            填服务器上 PMTiles 文件的路径；<Code>BASEMAP_ATTRIBUTION</Code> 填来源和审图号。
          </Text>
          <Text size="sm">
            <Code>BASEMAPS</Code> 可加高德和多个底图。
          </Text>
          <Text size="sm">
            写法和示例见安装目录中的 <Code>docs/basemaps.md</Code>。加好后在“图层”里选用。
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
