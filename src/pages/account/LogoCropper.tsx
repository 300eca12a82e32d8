import "react-easy-crop/react-easy-crop.css";
import { Group, SegmentedControl, Slider, Text } from "@mantine/core";
import { useState } from "react";
import Cropper from "react-easy-crop";
import type { CropArea } from "./cropImage.ts";

const aspectRatios = [
  { value: "4", label: "横幅 4:1" },
  { value: "2", label: "横幅 2:1" },
  { value: "1", label: "方形 1:1" },
];

interface Props {
  readonly source: string;
  readonly onCrop: (cut: CropArea) => void;
  readonly onError: () => void;
}

/** The part of a picture that becomes the logo: its shape, place and size. */
export function LogoCropper({ source, onCrop, onError }: Props) {
  const [aspect, setAspect] = useState("4");
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <SegmentedControl data={aspectRatios} value={aspect} onChange={setAspect} aria-label="裁剪比例" />
      <div style={{ position: "relative", height: 280, overflow: "hidden", borderRadius: 4 }}>
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={Number(aspect)}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          mediaProps={{ onError }}
          onCropComplete={(_, pixels) => onCrop(pixels)}
        />
      </div>
      <Group gap="md" wrap="nowrap">
        <Text size="sm" flex="none">
          缩放
        </Text>
        <Slider
          flex={1}
          label={null}
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={setZoom}
          thumbLabel="缩放"
        />
      </Group>
    </>
  );
}
