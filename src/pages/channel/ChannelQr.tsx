import { Alert, Button, Center, Group, Image, Loader, Stack, Text } from "@mantine/core";
import type { ChannelRow } from "../../../adapters/contract/channelCode.ts";
import type { ConsoleConfig } from "../../../adapters/contract/config.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { CopyText } from "../../ui/CopyText.tsx";
import { createQrCode } from "../../ui/createQrCode.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatDay } from "../../ui/format/formatTime.ts";
import { saveFile } from "../../ui/saveFile.ts";

/** The sign-up URL that a channel's QR code contains. */
function createSignUpUrl({ signUp }: Pick<ConsoleConfig, "signUp">, origin: string, code: string): string {
  const link = new URL(signUp ?? `${origin}/register`);
  link.searchParams.set("channel", code);
  return link.href;
}

/** Why companies that scan the code would not be assigned to the channel; null if they would. */
function getChannelWarning({ status, expireAt }: ChannelRow): string | null {
  if (status === "off") return "该渠道已停用，扫码注册的企业不会归属该渠道。";
  return expireAt !== null && Date.parse(expireAt) < Date.now()
    ? `该渠道已于 ${formatDay(expireAt)} 到期，扫码注册的企业不会归属该渠道。`
    : null;
}

/** Shows the channel's sign-up link as a QR code, to copy or download. */
export function ChannelQr({ row, onClose }: RowDialogProps<ChannelRow>) {
  const { config, toast } = usePageApi();
  const link = createSignUpUrl(config, location.origin, row.code);
  const { result, refetch } = useQuery(link, () => createQrCode(link));
  const warning = getChannelWarning(row);
  return (
    <Dialog opened onClose={onClose} title={`${row.name} 的注册二维码`}>
      <Stack align="center">
        {warning !== null && (
          <Alert color="orange" w="100%">
            {warning}
          </Alert>
        )}
        {config.signUp === undefined && (
          <Alert color="orange" w="100%">
            尚未配置客户注册页，二维码暂时指向本平台的地址，请勿对外发放。
          </Alert>
        )}
        {result.state === "pending" && (
          <Center h={240}>
            <Loader aria-label="正在生成二维码" />
          </Center>
        )}
        {result.state === "error" && <Button onClick={refetch}>重新生成</Button>}
        {result.state === "success" && (
          <Image
            src={result.data.dataUrl}
            alt={`渠道 ${row.name} 的注册二维码`}
            w={240}
            h={240}
            radius="sm"
          />
        )}
        <Stack gap={4} align="center" maw="100%">
          <Text size="sm" c="dimmed">{`渠道码 ${row.code}，扫码或打开链接注册的企业归属该渠道`}</Text>
          <CopyText
            text={link}
            onCopy={() => toast.success("已复制注册链接")}
            onError={() => toast.warning(word.copyRefused)}
          />
        </Stack>
        <Group justify="center">
          <Button variant="default" onClick={onClose}>
            {word.close}
          </Button>
          <Button
            disabled={result.state !== "success"}
            onClick={() =>
              result.state === "success" &&
              saveFile(result.data.file, `渠道二维码_${row.name}_${row.code}.png`)
            }
          >
            下载二维码
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
