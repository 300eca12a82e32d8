export interface CommandParts {
  /** Address of the ingest call. */
  readonly url: string;
  /** The AccessKey. */
  readonly keyId: string;
  readonly secret: string;
  readonly sn: string;
}

/** One sample on the ground, signed with openssl. */
export const createCurlCommand = ({ url, keyId, secret, sn }: CommandParts) => `\
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
export const createNodeScript = ({ url, keyId, secret, sn }: CommandParts) => `\
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
export const createPythonScript = ({ url, keyId, secret, sn }: CommandParts) => `\
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
