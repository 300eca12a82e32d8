import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { hostPrefixes } from "../../adapters/contract/hosts.ts";
import { formatAccess } from "./createOpenapi.ts";

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const style = `
:root { color-scheme: light dark }
body { font: 15px/1.6 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
summary { cursor: pointer; padding: .5rem 0 }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
pre { overflow: auto; padding: 1rem; border: 1px solid #8885; border-radius: 6px }
details { border-bottom: 1px solid #8883 }
small { opacity: .75 }`;

/** The contract as a page to read: no script, nothing from elsewhere. */
export function renderDocsPage(paths: Record<string, Record<string, unknown>>): string {
  const calls = Object.values<Endpoint>(contract).map((endpoint) => {
    const path = `${hostPrefixes[endpoint.host]}${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    const json = JSON.stringify(paths[path]?.[endpoint.method.toLowerCase()], null, 2);
    return `<details><summary><code>${endpoint.method} ${escapeHtml(path)}</code> ${escapeHtml(endpoint.summary)}
<small>${escapeHtml(formatAccess(endpoint))}${endpoint.audit ? " · 留痕" : ""}</small></summary><pre><code>${escapeHtml(json)}</code></pre></details>`;
  });
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>接口文档 - 后台管理</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main><h1>接口文档</h1><p>共 ${calls.length} 个接口，机器可读的版本：<a href="/openapi.json">openapi.json</a></p>
${calls.join("\n")}</main></body></html>`;
}
