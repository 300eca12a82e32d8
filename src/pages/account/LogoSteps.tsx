import "react-easy-crop/react-easy-crop.css";
import {
  Alert,
  Button,
  FileButton,
  Group,
  Image,
  SegmentedControl,
  Slider,
  Stack,
  Text,
} from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import Cropper from "react-easy-crop";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { logoCalls, logoMaxBytes, logoTypes } from "../../../adapters/contract/logo.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { RowDialogProps } from "../../list/definition.ts";
import { useAct } from "../../list/useAct.ts";
import { type Cut, croppedPicture } from "./croppedPicture.ts";

const shapes = [
  { value: "4", label: "横幅 4:1" },
  { value: "2", label: "横幅 2:1" },
  { value: "1", label: "方形 1:1" },
];

/** Choose, crop, see it on the header, submit. */
export function LogoSteps({ row, onClose, onDone }: RowDialogProps<CompanyRow>) {
  const { client } = useConsole();
  const act = useAct();
  const [source, setSource] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [shape, setShape] = useState("4");
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [cut, setCut] = useState<Cut | null>(null);
  // Each picture is a request of its own: under the number of another one it would not be taken.
  const [preview, setPreview] = useState<{ url: string; image: string; requestId: string } | null>(null);

  const upload = useRef<AbortController>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const choose = (file: File | null) => {
    if (!file) return;
    const fault = faultOf(file);
    setWrong(fault);
    setPreview(null);
    if (fault) return;
    const reader = new FileReader();
    reader.onload = () => setSource(String(reader.result));
    reader.readAsDataURL(file);
  };
  const show = () =>
    act.run(async () => {
      if (!source || !cut) return;
      upload.current = new AbortController();
      const { signal } = upload.current;
      const file = await croppedPicture(source, cut);
      const { url } = await client.call(logoCalls.logoUpload, { file }, { signal });
      const body = { companyId: row.id, url };
      const { image } = await client.call(logoCalls.logoPreview, { body }, { signal });
      setPreview({ url, image, requestId: crypto.randomUUID() });
    });
  const submit = async ({ url, requestId }: { url: string; requestId: string }) => {
    const saved = await act.run(() =>
      client.call(logoCalls.logoSubmit, { params: { id: row.id }, body: { url, requestId } }),
    );
    if (saved) onDone("Logo 已提交");
  };
  return (
    <Stack>
      {act.fault && (
        <Alert color="red" role="alert">
          {act.fault}
        </Alert>
      )}
      {wrong && (
        <Alert color="red" role="alert">
          {wrong}
        </Alert>
      )}
      {!source && row.logoUrl && (
        <div>
          <Text size="sm" mb={4}>
            当前 Logo
          </Text>
          <Image src={row.logoUrl} alt={`${row.name} 的当前 Logo`} h={64} w="auto" fit="contain" />
        </div>
      )}
      {source && !preview && (
        <>
          <SegmentedControl data={shapes} value={shape} onChange={setShape} aria-label="裁剪比例" />
          <div style={{ position: "relative", height: 280 }}>
            <Cropper
              image={source}
              crop={place}
              zoom={zoom}
              aspect={Number(shape)}
              onCropChange={setPlace}
              onZoomChange={setZoom}
              mediaProps={{
                onError: () => {
                  setSource(null);
                  setWrong("无法读取该图片，请换一张");
                },
              }}
              onCropComplete={(_, pixels) => setCut(pixels)}
            />
          </div>
          <Slider
            label={null}
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={setZoom}
            thumbLabel="缩放"
          />
        </>
      )}
      {preview && (
        <div>
          <Text size="sm" mb={4}>
            企业页面页头的效果
          </Text>
          <Image src={preview.image} alt="页头预览" />
        </div>
      )}
      <Text size="sm" c="dimmed">
        支持 PNG、JPEG、WebP，不超过 2 MB。
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          取消
        </Button>
        <FileButton accept={logoTypes.join(",")} onChange={choose}>
          {(button) => (
            <Button {...button} variant={source ? "default" : "filled"}>
              {source ? "重新选择" : "选择图片"}
            </Button>
          )}
        </FileButton>
        {source && !preview && (
          <Button loading={act.busy} onClick={() => void show()}>
            上传并预览
          </Button>
        )}
        {preview && (
          <>
            <Button variant="default" onClick={() => setPreview(null)}>
              返回裁剪
            </Button>
            <Button loading={act.busy} onClick={() => void submit(preview)}>
              提交
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

function faultOf({ size, type }: File): string | null {
  if (!logoTypes.some((one) => one === type)) return "只支持 PNG、JPEG、WebP 图片";
  return size > logoMaxBytes ? "图片不能超过 2 MB" : null;
}
