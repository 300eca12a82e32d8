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
  const { client, config, say } = useConsole();
  const open = async (beside: Window) => {
    const params = { id: idIn(address) };
    try {
      const { url } = await reporting(client.call(uploadCalls.uploadAddress, { params }));
      beside.location.replace(url);
    } catch {
      // The failure has been said by the console, and the link stays to be tried again.
      beside.close();
    }
  };
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    // Within the click: a window that is opened after the answer is one that browsers keep from opening.
    const beside = window.open("", "_blank");
    if (!beside) {
      say.warning("浏览器拦截了新窗口，请允许本站打开窗口后重试");
      return;
    }
    beside.opener = null;
    void open(beside);
  };
  const followAside = (event: MouseEvent) => {
    const middle = 1;
    if (event.button === middle) follow(event);
  };
  return (
    <Anchor
      {...look}
      href={address}
      target="_blank"
      rel="noreferrer"
      onClick={config.extensions ? follow : undefined}
      onAuxClick={config.extensions ? followAside : undefined}
    >
      {children}
    </Anchor>
  );
}
