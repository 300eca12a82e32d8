import { Center, Image, Loader } from "@mantine/core";
import { createQrCode } from "../../ui/createQrCode.ts";
import { useQuery } from "../useQuery.ts";

const sizePx = 200;

/** A text as a QR code; nothing where the browser cannot draw it, as the text stands above. */
export function QrImage({ text, label }: { readonly text: string; readonly label: string }) {
  const { result } = useQuery(text, () => createQrCode(text));
  return (
    <Center h={sizePx} mt="xs">
      {result.state === "pending" && <Loader aria-label="正在生成二维码" />}
      {result.state === "success" && (
        <Image src={result.data.dataUrl} alt={`${label}二维码`} w={sizePx} h={sizePx} radius="sm" />
      )}
    </Center>
  );
}
