FROM node:24-bookworm-slim AS build
WORKDIR /console
COPY . .
# Production has no demo data, simulated drones or replay.
RUN npm run build && rm -r bundle/demo

FROM node:24-bookworm-slim
WORKDIR /console
COPY --from=build /console/package.json ./
COPY --from=build /console/bundle ./bundle
COPY --from=build /console/dist ./dist
# What cannot be bundled: WebAssembly and native code, with what that needs.
COPY --from=build /console/node_modules/@electric-sql ./node_modules/@electric-sql
COPY --from=build /console/node_modules/@node-rs ./node_modules/@node-rs
COPY --from=build /console/node_modules/@img ./node_modules/@img
COPY --from=build /console/node_modules/sharp ./node_modules/sharp
COPY --from=build /console/node_modules/detect-libc ./node_modules/detect-libc
COPY --from=build /console/node_modules/semver ./node_modules/semver
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5180 DATA_DIR=/data MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 5180
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "bundle/main.js"]
