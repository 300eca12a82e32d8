import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";
import { expect } from "vitest";
import { findNginx } from "../../scripts/testing/findNginx.ts";
import { createTemporaryFolder } from "./createTemporaryFolder.ts";
import { reservePort } from "./reservePort.ts";

interface NginxAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface NginxProcess extends AsyncDisposable {
  readonly host: string;
  /** Of the certificate that it signed itself. */
  readonly ca: string;
  readonly send: (path: string, options?: https.RequestOptions, body?: string) => Promise<NginxAnswer>;
}

const createCertificate = (folder: string) =>
  execFileSync(
    "openssl",
    [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" "),
      "-subj",
      "/CN=console.example",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-keyout",
      path.join(folder, "console.key"),
      "-out",
      path.join(folder, "console.pem"),
    ],
    { stdio: "pipe" },
  );

/**
 * Runs nginx with a recipe of the documentation, over TLS with a certificate of its own, until it answers.
 * @param replaced what stands for a place of this machine in the recipe
 * @param probe a path that it answers with 200
 */
export async function startNginx(
  recipe: string,
  replaced: Readonly<Record<string, string>>,
  probe: string,
): Promise<NginxProcess> {
  const folder = createTemporaryFolder("nginx");
  createCertificate(folder.path);
  const port = await reservePort();
  const places = { "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`, "/etc/ssl": folder.path, ...replaced };
  const adapted = Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The recipe has no ${from}`);
    return text.replaceAll(from, to);
  }, recipe);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder.path}/${name};`)
    .join(" ");
  const own = `user root; pid ${folder.path}/pid; error_log stderr; daemon off;`;
  const http = `include /etc/nginx/mime.types; default_type application/octet-stream; access_log off; ${temporary}`;
  writeFileSync(path.join(folder.path, "nginx.conf"), `${own} events {} http { ${http} ${adapted} }`);
  const arguments_ = ["-e", "stderr", "-c", path.join(folder.path, "nginx.conf")];
  const child = spawn(findNginx(), arguments_, { stdio: ["ignore", "ignore", "inherit"] });
  const ca = readFileSync(path.join(folder.path, "console.pem"), "utf8");
  const send: NginxProcess["send"] = async (url, options = {}, body = "") => {
    const request = https.request(`https://127.0.0.1:${port}${url}`, { ca, agent: false, ...options });
    request.end(body);
    const [response] = await once(request, "response");
    let text = "";
    for await (const part of response) text += part;
    return { status: response.statusCode, headers: response.headers, text };
  };
  await expect
    .poll(() =>
      send(probe).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return {
    host: `127.0.0.1:${port}`,
    ca,
    send,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      folder[Symbol.dispose]();
    },
  };
}
