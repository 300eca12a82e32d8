import { Anchor, type AnchorProps } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { uploadCalls } from "../../adapters/contract/upload.ts";
import { useConsole } from "../console/useConsole.ts";
import { reporting } from "./calledOrReported.ts";

interface Props extends AnchorProps {
  /** As it was signed when the page read it. */
  readonly address: string;
  readonly children: ReactNode;
}

const idIn = (address: string) => /\/uploads\/(\d+)/.exec(address)?.[1] ?? "";

/**
 * A link to a confidential file, which opens beside the console. Its address is good for ten minutes and the page may
 * have been open for longer, so a click asks for a fresh one.
 */
export function FileLink({ address, children, ...look }: Props) {
  const { client, config } = useConsole();
  const open = async () => {
    const params = { id: idIn(address) };
    const { url } = await reporting(client.call(uploadCalls.uploadAddress, { params }));
    window.open(url, "_blank", "noopener,noreferrer");
  };
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    // A failure is said by the console, and the link stays to be tried again.
    open().catch(() => undefined);
  };
  return (
    <Anchor
      {...look}
      href={address}
      target="_blank"
      rel="noreferrer"
      onClick={config.extensions ? follow : undefined}
    >
      {children}
    </Anchor>
  );
}
