import * as word from "../../../adapters/contract/words.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import "react-easy-crop/react-easy-crop.css";
import {
  Alert,
  Button,
  FileButton,
  Group,
  Image,
  Loader,
  SegmentedControl,
  Slider,
  Stack,
  Text,
} from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import Cropper from "react-easy-crop";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { type CompanyRow, logoStatus } from "../../../adapters/contract/company.ts";
import { logoCalls, logoMaxBytes, logoTypes } from "../../../adapters/contract/logo.ts";
import { resolvePlatformUrl } from "../../../adapters/http/basePath.ts";
import { logoMachine } from "../../../machines/logo.machine.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { normalizeErrors } from "../../list/toCallError.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import { Dialog } from "../../ui/Dialog.tsx";

/** The cropped area in image pixels. */
interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const maxEdgePx = 800;

/** The cropped area as PNG, at most 800 px on its longer edge. */
async function cropImage(source: string, area: CropArea): Promise<Blob> {
  const image = new window.Image();
  image.src = source;
  await image.decode();
  const scale = Math.min(1, maxEdgePx / Math.max(area.width, area.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext("2d");
  context?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the image could not be cropped"))),
      "image/png",
    );
  });
}

type LogoActor = ActorRefFrom<ReturnType<typeof logoMachine<File, CropArea>>>;

interface LogoCallbacks {
  readonly onSubmitted: () => void;
  readonly onUncertain: () => void;
}

const hasUnsavedChanges = (logo: SnapshotFrom<LogoActor>): boolean => logo.hasTag("unsaved");

/** The actor of one opening of a company's logo dialog. */
function useLogoActor({ id }: Pick<CompanyRow, "id">, callbacks: LogoCallbacks): LogoActor {
  const { client } = usePageApi();
  const scope = usePageScope();
  const [openingId] = useState(() => createRequestId());
  const name = `logo.${openingId}`;
  const getCallbacks = useLatest(name, callbacks);
  const machine = () =>
    logoMachine<File, CropArea>({
      validateFile,
      readImage: (file, signal) => normalizeErrors(readAsDataUrl(file, signal)),
      upload: ({ source, cut }, signal) =>
        normalizeErrors(
          (async () => {
            const file = await cropImage(source, cut);
            const { url } = await client.call(logoCalls.logoUpload, { file }, { signal });
            const body = { companyId: id, url };
            const { image } = await client.call(logoCalls.logoPreview, { body }, { signal });
            return { url, image };
          })(),
        ),
      // A new id per picture: the server ignores another picture under a used id.
      newRequestId: () => createRequestId(),
      submit: ({ url, requestId }, signal) =>
        normalizeErrors(
          client.call(logoCalls.logoSubmit, { params: { id }, body: { url, requestId } }, { signal }),
        ),
      onSubmitted: () => getCallbacks().onSubmitted(),
      onUncertain: () => getCallbacks().onUncertain(),
    });
  const actor: LogoActor = scope.actor(name, machine, hasUnsavedChanges);
  return actor;
}

function validateFile({ size, type }: File): string | null {
  if (!logoTypes.some((accepted) => accepted === type)) return "只支持 PNG、JPEG、WebP 图片";
  return size > logoMaxBytes ? "图片不能超过 2 MB" : null;
}

function readAsDataUrl(file: File, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    signal.addEventListener("abort", () => reader.abort());
    reader.readAsDataURL(file);
  });
}

/** The current logo and its status, on a background that shows white and dark logos. */
function CurrentLogo({ row: { id, version } }: { readonly row: CompanyRow }) {
  const { client, config } = usePageApi();
  const { result, refetch } = useQuery(`${id} ${version}`, (signal) =>
    client.call(logoCalls.logoDetail, { params: { id } }, { signal }),
  );
  if (result.state === "pending") return <Loader size="sm" aria-label="正在读取当前 Logo" />;
  if (result.state === "error")
    return (
      <Group gap="xs">
        <Text size="sm">当前 Logo 没有读到</Text>
        <Button size="compact-sm" variant="default" onClick={refetch}>
          {word.retry}
        </Button>
      </Group>
    );
  const { url, companyName, status } = result.data;
  if (!url)
    return (
      <Text size="sm" c="dimmed" ta="center" py="xl" bg="var(--console-ground)">
        还没有 Logo，选择一张图片开始
      </Text>
    );
  return (
    <div>
      <Text size="sm" mb={6}>{`当前 Logo（${logoStatus.label(status)}）`}</Text>
      <Group justify="center" p="md" bg="var(--console-ground)">
        <Image
          src={resolvePlatformUrl(url, config.api)}
          alt={`${companyName} 的当前 Logo`}
          h={64}
          w="auto"
          maw="100%"
          fit="contain"
        />
      </Group>
    </div>
  );
}

const aspectRatios = [
  { value: "4", label: "横幅 4:1" },
  { value: "2", label: "横幅 2:1" },
  { value: "1", label: "方形 1:1" },
];

interface LogoCropperProps {
  readonly source: string;
  readonly onCrop: (cut: CropArea) => void;
  readonly onError: () => void;
}

/** Crops the picture: aspect ratio, position and zoom. */
function LogoCropper({ source, onCrop, onError }: LogoCropperProps) {
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

interface Props {
  readonly row: CompanyRow;
  readonly actor: LogoActor;
  readonly onClose: () => void;
}

/** The step of the machine's state: choose a file, crop it, preview the header, submit. */
function LogoSteps({ row, actor, onClose }: Props) {
  const { source, preview, message } = useSelector(actor, ({ context }) => context);
  const cropping = useSelector(actor, (snapshot) => snapshot.hasTag("crop"));
  const previewing = useSelector(actor, (snapshot) => snapshot.hasTag("preview"));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const [cropArea, setCropArea] = useState<CropArea | null>(null);
  const chooseFile = (file: File | null) => file && actor.send({ type: "file.choose", file });
  return (
    <Stack>
      {message && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      {cropping ? (
        <LogoCropper
          source={source}
          onCrop={setCropArea}
          onError={() => actor.send({ type: "image.failed" })}
        />
      ) : previewing && preview ? (
        <div>
          <Text size="sm" mb={6}>
            企业页面页头的效果
          </Text>
          <Image src={preview.image} alt="页头预览" radius="sm" />
        </div>
      ) : busy ? (
        <Group role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">正在打开图片</Text>
        </Group>
      ) : (
        <CurrentLogo row={row} />
      )}
      {!previewing && (
        <Text size="sm" c="dimmed">
          支持 PNG、JPEG、WebP，不超过 2 MB。
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {word.cancel}
        </Button>
        <FileButton accept={logoTypes.join(",")} onChange={chooseFile} disabled={busy}>
          {(button) => (
            <Button {...button} disabled={busy} variant={cropping || previewing ? "default" : "filled"}>
              {cropping || previewing ? "重新选择" : "选择图片"}
            </Button>
          )}
        </FileButton>
        {cropping && (
          <Button
            loading={busy}
            disabled={cropArea === null}
            onClick={() => cropArea && actor.send({ type: "crop.submit", cut: cropArea })}
          >
            上传并预览
          </Button>
        )}
        {previewing && (
          <>
            <Button variant="default" disabled={busy} onClick={() => actor.send({ type: "crop.again" })}>
              返回裁剪
            </Button>
            <Button loading={busy} onClick={() => actor.send({ type: "logo.submit" })}>
              提交
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

/** The dialog of a company's logo. */
export function CompanyLogo({ row, onClose, onDone, onOutdated }: RowDialogProps<CompanyRow>) {
  const actor = useLogoActor(row, {
    onSubmitted: () => onDone(`已提交 ${row.name} 的 Logo`),
    onUncertain: onOutdated,
  });
  const close = () => {
    actor.send({ type: "dialog.close" });
    onClose();
  };
  return (
    <Dialog opened onClose={close} size="lg" title={`${row.name} 的 Logo`}>
      <LogoSteps row={row} actor={actor} onClose={close} />
    </Dialog>
  );
}
