import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { SmsRow } from "../../../adapters/contract/sms.ts";

/** All messages of the same mass sending; nothing of a single one. */
export const BatchCell = ({ batchId }: SmsRow) =>
  batchId === null ? null : (
    <Anchor
      component={Link}
      to={`/msg/msgList?batchId=${batchId}`}
      size="sm"
      aria-label={`同批短信 ${batchId}`}
    >
      同批短信
    </Anchor>
  );
