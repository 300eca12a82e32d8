import { Anchor, type AnchorProps } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { uploadCalls } from "../../adapters/contract/upload.ts";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { normalizeErrors } from "./toCallError.ts";

interface Props extends AnchorProps {
  /** As it was signed when the page read it. */
  readonly url: string;
  readonly children: ReactNode;
}

const parseUploadId = (url: string) => /\/uploads\/(\d+)/.exec(url)?.[1] ?? "";

/**
 * A link to a confidential file, which opens beside the console. Its address is good for ten minutes and the page may
 * have been open for longer, so a click asks for a fresh one.
 */
export function FileLink({ url: href, children, ...anchorProps }: Props) {
  const { client, config, toast } = usePageApi();
  const openFreshUrl = async (newTab: Window) => {
    const params = { id: parseUploadId(href) };
    try {
      const { url } = await normalizeErrors(client.call(uploadCalls.uploadAddress, { params }));
      newTab.location.replace(url);
    } catch {
      // The failure has been said by the console, and the link stays to be tried again.
      newTab.close();
    }
  };
  const openInNewTab = (event: MouseEvent) => {
    event.preventDefault();
    // Within the click: a window that is opened after the answer is one that browsers keep from opening.
    const newTab = window.open("", "_blank");
    if (!newTab) {
      toast.warning("浏览器拦截了新窗口，请允许本站打开窗口后重试");
      return;
    }
    newTab.opener = null;
    void openFreshUrl(newTab);
  };
  const handleAuxClick = (event: MouseEvent) => {
    const middleButton = 1;
    if (event.button === middleButton) openInNewTab(event);
  };
  return (
    <Anchor
      {...anchorProps}
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={config.extensions ? openInNewTab : undefined}
      onAuxClick={config.extensions ? handleAuxClick : undefined}
    >
      {children}
    </Anchor>
  );
}
