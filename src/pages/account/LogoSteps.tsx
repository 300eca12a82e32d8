import { Alert, Button, FileButton, Group, Image, Loader, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { logoTypes } from "../../../adapters/contract/logo.ts";
import { CurrentLogo } from "./CurrentLogo.tsx";
import type { CropArea } from "./cropImage.ts";
import { LogoCropper } from "./LogoCropper.tsx";
import type { LogoActor } from "./useLogoActor.ts";

interface Props {
  readonly row: CompanyRow;
  readonly actor: LogoActor;
  readonly onClose: () => void;
}

/** Choose, crop, see it on the header, submit: what the machine's state shows. */
export function LogoSteps({ row, actor, onClose }: Props) {
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
          取消
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
