import { Anchor, type AnchorProps } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import { uploadCalls } from "../../adapters/contract/upload.ts";
import { resolvePlatformUrl } from "../../adapters/http/basePath.ts";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { normalizeErrors } from "./toCallError.ts";

interface Props extends AnchorProps {
  /** Signed when the page read it. */
  readonly url: string;
  /** Shows a PDF in the tab, which is downloaded otherwise. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}

/**
 * The address under which this project's server lets the browser show a PDF. Another platform's is used as given: a
 * parameter may break its signature.
 */
export const toInlineUrl = (signedUrl: string, { extensions }: Pick<ConsoleConfig, "extensions">): string =>
  extensions ? `${signedUrl}&view=inline` : signedUrl;

const parseUploadId = (url: string) => /\/uploads\/(\d+)/.exec(url)?.[1] ?? "";

/**
 * A link to a confidential file, opened in a new tab. A signed URL is valid for ten minutes, so each click
 * fetches a fresh one.
 */
export function FileLink({ url: signedUrl, inline = false, children, ...anchorProps }: Props) {
  const { client, config, toast } = usePageApi();
  const toAddress = (url: string) => {
    const address = resolvePlatformUrl(url, config.api);
    return inline ? toInlineUrl(address, config) : address;
  };
  const openFreshUrl = async (newTab: Window) => {
    const params = { id: parseUploadId(signedUrl) };
    try {
      const { url } = await normalizeErrors(client.call(uploadCalls.uploadAddress, { params }));
      newTab.location.replace(toAddress(url));
    } catch {
      // The console has already shown an error toast; the link can be clicked again.
      newTab.close();
    }
  };
  const openInNewTab = (event: MouseEvent) => {
    event.preventDefault();
    // Synchronously in the click handler: browsers block a window that opens after an await.
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
      href={toAddress(signedUrl)}
      target="_blank"
      rel="noreferrer"
      onClick={config.extensions ? openInNewTab : undefined}
      onAuxClick={config.extensions ? handleAuxClick : undefined}
    >
      {children}
    </Anchor>
  );
}
