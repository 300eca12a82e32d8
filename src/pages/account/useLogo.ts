import { useEffect, useState } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { logoCalls, logoMaxBytes, logoTypes } from "../../../adapters/contract/logo.ts";
import { logoMachine } from "../../../machines/logo.machine.ts";
import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import { reporting } from "../../list/calledOrReported.ts";
import { type Cut, croppedPicture } from "./croppedPicture.ts";

export type LogoActor = ActorRefFrom<ReturnType<typeof logoMachine<File, Cut>>>;

interface Told {
  readonly submitted: () => void;
  readonly doubted: () => void;
}

/** Whom an actor, which goes on while its page is hidden, tells at present. */
const listeners = new WeakMap<LogoActor, Told>();

const holdsUnsaved = (logo: SnapshotFrom<LogoActor>): boolean => logo.hasTag("unsaved");

/** The actor of one opening of a company's logo dialog. */
export function useLogo({ id }: Pick<CompanyRow, "id">, told: Told): LogoActor {
  const { client } = useConsole();
  const scope = usePageScope();
  const [opening] = useState(() => crypto.randomUUID());
  const machine = () =>
    logoMachine<File, Cut>({
      wrong: wrongWith,
      open: (file, signal) => reporting(dataUrlOf(file, signal)),
      upload: ({ source, cut }, signal) =>
        reporting(
          (async () => {
            const file = await croppedPicture(source, cut);
            const { url } = await client.call(logoCalls.logoUpload, { file }, { signal });
            const body = { companyId: id, url };
            const { image } = await client.call(logoCalls.logoPreview, { body }, { signal });
            return { url, image };
          })(),
        ),
      // Each picture is a request of its own: under the number of another one it would not be taken.
      newRequestId: () => crypto.randomUUID(),
      submit: ({ url, requestId }, signal) =>
        reporting(
          client.call(logoCalls.logoSubmit, { params: { id }, body: { url, requestId } }, { signal }),
        ),
      submitted: () => listeners.get(actor)?.submitted(),
      doubted: () => listeners.get(actor)?.doubted(),
    });
  const actor: LogoActor = scope.actor(`logo.${opening}`, machine, holdsUnsaved);
  useEffect(() => void listeners.set(actor, told), [actor, told]);
  return actor;
}

function wrongWith({ size, type }: File): string | null {
  if (!logoTypes.some((one) => one === type)) return "只支持 PNG、JPEG、WebP 图片";
  return size > logoMaxBytes ? "图片不能超过 2 MB" : null;
}

function dataUrlOf(file: File, signal: AbortSignal): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    signal.addEventListener("abort", () => reader.abort());
    reader.readAsDataURL(file);
  });
}
