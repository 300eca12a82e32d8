import { Image, Text } from "@mantine/core";
import { useState } from "react";
import { FileLink, toInlineUrl } from "../../list/FileLink.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePlatformUrl } from "../../pageApi/usePlatformUrl.ts";
import classes from "./VoucherView.module.css";

/** False where the browser would download the PDF of a frame at once; browsers before 2022 do not say. */
const canShowPdf = () => navigator.pdfViewerEnabled !== false;

/** The voucher of a payment or refund, to read beside its figures: a picture, or a PDF in the browser's viewer. */
export function VoucherView({ url, title }: { readonly url: string; readonly title: string }) {
  const { config } = usePageApi();
  const address = usePlatformUrl(url);
  // The server keeps pictures and PDF only, and the address does not tell which.
  const [isImage, setIsImage] = useState(true);
  if (isImage)
    return (
      <FileLink url={url} size="sm">
        <Image
          src={address}
          alt={`${title}，点击查看原图`}
          className={classes["picture"] ?? ""}
          w="auto"
          fit="contain"
          radius="sm"
          onError={() => setIsImage(false)}
        />
      </FileLink>
    );
  return (
    <div className={classes["pdf"]}>
      {canShowPdf() ? (
        <iframe src={toInlineUrl(address, config)} title={title} className={classes["viewer"]} />
      ) : (
        <Text size="sm" c="dimmed">
          当前浏览器不能在页面内显示 PDF
        </Text>
      )}
      <FileLink url={url} inline size="sm">
        在新标签页打开
      </FileLink>
    </div>
  );
}
