import { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatDay } from "../../ui/format/formatTime.ts";
import { actionForm } from "../form/actionForm.ts";

/** A key whose secret the server has just sent, for the only time. */
export interface CreatedAccessKey {
  readonly accessKey: string;
  readonly secret: string;
}

interface KeyOwner {
  readonly id: string;
  readonly name: string;
}

/** A form that creates an access key of a company and shows its secret once. */
export const createAccessKeyForm = (name: string, onCreated?: (key: CreatedAccessKey) => void) =>
  actionForm({
    name,
    title: (company: KeyOwner) => `为 ${company.name} 创建访问密钥`,
    call: accessKeyCalls.accessKeyCreate,
    submitLabel: "创建",
    consequence: () => "密钥只在创建后显示一次，请准备好安全的保存位置。",
    fields: [
      {
        kind: "day",
        name: "expiresAt",
        label: word.validUntil,
        wire: "last",
        wide: true,
        hint: "不填为长期有效；到期后使用该密钥的设备不能再上报",
      },
    ],
    checks: {
      expiresAt: (_, { expiresAt }) =>
        expiresAt && String(expiresAt) < formatDay(new Date()) ? "有效期至不能早于今天" : null,
    },
    args: ({ id }: KeyOwner, { expiresAt }, requestId) => ({
      body: { companyId: id, requestId, ...(expiresAt === "" ? {} : { expiresAt }) },
    }),
    // Only the first response contains the secret; a repeated request gets none.
    toOneTimeResult: ({ accessKey, secret }) => {
      if (secret === null) return null;
      onCreated?.({ accessKey, secret });
      return {
        title: "密钥只显示这一次",
        note: "请立即复制并妥善保存，关闭后无法再次查看。",
        lines: [
          { label: "AccessKey", value: accessKey },
          { label: "SecretKey", value: secret },
        ],
      };
    },
  });
