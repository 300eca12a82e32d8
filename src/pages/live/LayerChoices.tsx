import { Anchor, Checkbox, Divider, Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Link } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { type LiveLayer, liveLayers } from "../../../machines/liveTasksPort.ts";
import type { LiveActor } from "../../live/liveServices.ts";
import { parseBasemaps } from "../../map/base/parseBasemaps.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

const layerLabels: Readonly<Record<LiveLayer, string>> = {
  zones: word.zone,
  routes: "航线",
  trails: "轨迹",
  hangars: word.hangar,
  heat: "热力",
  clusters: "聚合",
  labels: "标注（13 级起）",
  graticule: "经纬网",
};

/** Settings of the map: layers, smoothing and base map. */
export default function LayerChoices({ actor }: { readonly actor: LiveActor }) {
  const { config, canOpen } = usePageApi();
  const layers = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const basemap = useSelector(actor, ({ context }) => context.basemap);
  return (
    <Stack gap={8}>
      {liveLayers.map((layer) => (
        <Checkbox
          key={layer}
          size="xs"
          label={layerLabels[layer]}
          checked={layers[layer]}
          onChange={() => actor.send({ type: "layer.toggle", layer })}
        />
      ))}
      {canOpen("/zones") && (
        <Anchor component={Link} to="/zones" size="xs">
          管理管制区
        </Anchor>
      )}
      <Divider />
      <SegmentedControl
        size="xs"
        aria-label="位置显示方式"
        data={[
          { value: "smooth", label: "平滑" },
          { value: "raw", label: "原始点位" },
        ]}
        value={smooth ? "smooth" : "raw"}
        onChange={(mode) => actor.send({ type: "smoothing.choose", smooth: mode === "smooth" })}
      />
      <Divider />
      <Text size="xs" fw={600}>
        底图
      </Text>
      <Radio.Group
        aria-label="底图"
        value={basemap === "" ? "embedded" : basemap}
        onChange={(id) => actor.send({ type: "basemap.choose", basemap: id === "embedded" ? "" : id })}
      >
        <Stack gap={6}>
          <Radio size="xs" value="embedded" label="内置底图" />
          {parseBasemaps(config).map(({ id, name }) => (
            <Radio key={id} size="xs" value={id} label={name} />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
