import { Anchor, Button, Code, Group, Tabs, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import * as word from "../../../../adapters/contract/words.ts";
import { toServerPath } from "../../../../adapters/http/basePath.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { AccessStep } from "./AccessStep.tsx";

interface CommandParts {
  /** Address of the ingest call. */
  readonly url: string;
  /** The AccessKey. */
  readonly keyId: string;
  readonly secret: string;
  readonly sn: string;
}

/** One sample on the ground, signed with openssl. */
const createCurlCommand = ({ url, keyId, secret, sn }: CommandParts) => `\
KEY='${keyId}'
SECRET='${secret}'
TS=$(date +%s)000
NONCE=$(openssl rand -hex 12)
BODY='{"samples":[{"droneSn":"${sn}","seq":1,"tSrc":'$TS',"lat":399200000,"lon":1054600000,"hRel":0,"batPct":90,"phase":"standby"}]}'
SIGN=$(printf 'POST\\n/iapi/telemetry\\n%s\\n%s\\n%s' "$TS" "$NONCE" "$BODY" |
  openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
curl -sS '${url}' -H 'Content-Type: application/json' \\
  -H "X-Access-Key: $KEY" -H "X-Timestamp: $TS" -H "X-Nonce: $NONCE" \\
  -H "X-Signature: $SIGN" --data-binary "$BODY"
`;

/** A flight of half a minute, one sample a second. Node 18 or later, without packages. */
const createNodeScript = ({ url, keyId, secret, sn }: CommandParts) => `\
import { createHmac, randomUUID } from "node:crypto";

const key = "${keyId}";
const secret = "${secret}";

async function send(samples) {
  const body = JSON.stringify({ samples });
  const [time, nonce] = [String(Date.now()), randomUUID()];
  const signature = createHmac("sha256", secret)
    .update(["POST", "/iapi/telemetry", time, nonce, body].join("\\n"))
    .digest("hex");
  const response = await fetch("${url}", {
    method: "POST",
    headers: {
      "content-type": "application/json", "x-access-key": key, "x-timestamp": time,
      "x-nonce": nonce, "x-signature": signature,
    },
    body,
  });
  console.log(response.status, await response.text());
}

for (let second = 0; second < 30; second++) {
  const phase = second < 5 ? "takeoff" : second < 25 ? "mission" : second < 29 ? "landing" : "landed";
  const hRel = 10 * Math.max(0, Math.min(second, 5, 29 - second));
  await send([{
    droneSn: "${sn}", seq: second, tSrc: Date.now(), phase, hRel, batPct: 90, vH: second < 29 ? 5 : 0,
    lat: 399200000 + second * 450, lon: 1054600000, // 度 × 10⁷，每秒向北 5 米
  }]);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
`;

/** The same flight. Python 3 without packages. */
const createPythonScript = ({ url, keyId, secret, sn }: CommandParts) => `\
import hashlib, hmac, json, time, urllib.error, urllib.request, uuid

KEY = "${keyId}"
SECRET = "${secret}"

def send(samples):
    body = json.dumps({"samples": samples})
    now, nonce = str(int(time.time() * 1000)), str(uuid.uuid4())
    text = "\\n".join(["POST", "/iapi/telemetry", now, nonce, body])
    signature = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()
    request = urllib.request.Request("${url}", body.encode(), {
        "Content-Type": "application/json", "X-Access-Key": KEY, "X-Timestamp": now,
        "X-Nonce": nonce, "X-Signature": signature,
    })
    try:
        with urllib.request.urlopen(request) as response:
            print(response.status, response.read().decode())
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode())

for second in range(30):
    phase = "takeoff" if second < 5 else "mission" if second < 25 else "landing" if second < 29 else "landed"
    send([{
        "droneSn": "${sn}", "seq": second, "tSrc": int(time.time() * 1000), "phase": phase,
        "hRel": 10 * max(0, min(second, 5, 29 - second)), "vH": 5 if second < 29 else 0, "batPct": 90,
        "lat": 399200000 + second * 450, "lon": 1054600000,  # 度 × 10⁷，每秒向北 5 米
    }])
    time.sleep(1)
`;

const commands = [
  { name: "curl", create: createCurlCommand, hint: "发送一条停在地面的样本，需要 openssl" },
  {
    name: "Node",
    create: createNodeScript,
    hint: "保存为 send.mjs，运行 node send.mjs：飞行 30 秒，每秒一条样本",
  },
  {
    name: "Python",
    create: createPythonScript,
    hint: "保存为 send.py，运行 python3 send.py：飞行 30 秒，每秒一条样本",
  },
] as const;

/** A command and two scripts that send signed samples, ready to run. */
export function CommandStep(parts: CommandParts) {
  return (
    <AccessStep step={4} title="发送第一条数据">
      <Text size="sm">
        上报地址 <Code>{parts.url}</Code>，字段、单位与应答见
        <Anchor
          inherit
          underline="always"
          href={toServerPath("/device-api.md")}
          target="_blank"
          rel="noreferrer"
        >
          设备上报接口文档（英文）
        </Anchor>
        。停在地面的样本只登记在下面；起飞后的首条样本在实时任务中打开一次飞行。
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {commands.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {commands.map(({ name, create, hint }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <CodeBlock label={`${name} 代码`} hint={hint} text={create(parts)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </AccessStep>
  );
}

interface CodeBlockProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
}

function CodeBlock({ label, hint, text }: CodeBlockProps) {
  const { toast } = usePageApi();
  const { copied, copy, error } = useClipboard();
  const warnCopyFailed = useEffectEvent(() => toast.warning(word.copyRefused));
  useEffect(() => {
    if (error) warnCopyFailed();
  }, [error]);
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => copy(text)}>
          {copied ? "已复制" : word.copy}
        </Button>
      </Group>
      {/* Scrolls sideways, so it takes the keyboard's focus. */}
      <Code block tabIndex={0} role="region" aria-label={label} mah={360} style={{ overflow: "auto" }}>
        {text}
      </Code>
    </>
  );
}
