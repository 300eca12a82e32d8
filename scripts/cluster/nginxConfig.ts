import path from "node:path";

/** An nginx of this demonstration's own: one address, and behind it all processes. */
export function createNginxConfig(folder: string, port: number, servers: readonly number[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${path.join(folder, name)};`)
    .join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} pid ${path.join(folder, "pid")}; error_log stderr crit; daemon off;
events {}
http {
  access_log off; ${temporary}
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream console {
    ${servers.map((server) => `server 127.0.0.1:${server} max_fails=1 fail_timeout=2s;`).join("\n    ")}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 80m;
    proxy_request_buffering off;
    location / {
      proxy_pass http://console;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_read_timeout 75s;
      proxy_buffering off;
    }
  }
}
`;
}
