import { useState } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { logoCalls, logoMaxBytes, logoTypes } from "../../../adapters/contract/logo.ts";
import { logoMachine } from "../../../machines/logo.machine.ts";
import { normalizeErrors } from "../../list/toCallError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import { type CropArea, cropImage } from "./cropImage.ts";

export type LogoActor = ActorRefFrom<ReturnType<typeof logoMachine<File, CropArea>>>;

interface LogoCallbacks {
  readonly onSubmitted: () => void;
  readonly onUncertain: () => void;
}

const hasUnsavedChanges = (logo: SnapshotFrom<LogoActor>): boolean => logo.hasTag("unsaved");

/** The actor of one opening of a company's logo dialog. */
export function useLogoActor({ id }: Pick<CompanyRow, "id">, callbacks: LogoCallbacks): LogoActor {
  const { client } = usePageApi();
  const scope = usePageScope();
  const [openingId] = useState(() => crypto.randomUUID());
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
      // Each picture is a request of its own: under the number of another one it would not be taken.
      newRequestId: () => crypto.randomUUID(),
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
