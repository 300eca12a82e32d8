import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { parseBasePath } from "./adapters/contract/basePath.ts";
import { componentStyles } from "./build/componentStyles.ts";
import { deviceDocument } from "./build/deviceDocument.ts";
import { inlinedWords } from "./build/inlinedWords.ts";
import { pageDocuments } from "./build/pageDocuments.ts";
import { pageMeta } from "./build/pageMeta.ts";
import { precompress } from "./build/precompress.ts";
import { productionAliases } from "./build/productionAliases.ts";
import { vectorArchives } from "./build/vectorArchives.ts";

const basePath = parseBasePath(process.env["BASE_PATH"] || "/");
if (basePath === null) throw new Error("BASE_PATH must be a path like /console/.");

/** Where `vite dev` finds the running platform. */
const platform = process.env["PLATFORM"] ?? "http://127.0.0.1:5180";
const proxiedPaths = [
  "/wms",
  "/iapi",
  "/hangar",
  "/vue-element-admin",
  "/user/info",
  "/graphql",
  "/config.json",
  "/uploads",
  "/health",
  "/ready",
  "/wall/api",
  "/wall/graphql",
];

const toServed = (path: string) => `${basePath.slice(0, -1)}${path}`;

export default defineConfig({
  base: basePath,
  experimental: {
    // Only documents name the base path: all other files find each other by their own addresses.
    renderBuiltUrl: (_name, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  plugins: [
    productionAliases(),
    vectorArchives(),
    pageMeta(),
    componentStyles(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    inlinedWords(),
    pageDocuments(),
    deviceDocument(),
    precompress(),
  ],
  build: {
    manifest: true,
    target: "es2023",
    // Safari before 17 does not preload modules; it loads them a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Words (adapters/contract/words.ts) stand where they are said, as if written there.
      optimization: { inlineConst: { mode: "all", pass: 1 } },
      output: {
        // Names of files cannot be compressed, and the console names a hundred of them: 42 bits keep them apart.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // All that the login page needs in one file, and all that the console adds to it in another: fewer requests,
        // and a larger file compresses better.
        codeSplitting: {
          groups: [
            { name: "entry", tags: ["$initial"], priority: 4 },
            // By itself: the login fetches it when a password is sent.
            { name: "md5", test: /\/js-md5\//, priority: 3 },
            // Small, and there before the console: it keeps what is typed meanwhile.
            { name: "keys", test: /\/src\/loading\/(?:keyHolds|typeAhead|pressKey)\.ts$/, priority: 3 },
            { name: "console", test: /\/src\/app\/shell\/Console\.tsx$/, priority: 3 },
            {
              name: "controls",
              test: /\/Select\/Select\.mjs$|\/src\/ui\/(?:StatusTag|usePixelRatio|format\/)|\/contract\/(?:page|fields|defineEnum|recordCalls)\.ts$|\/machines\/afterError\.ts$|\/Icon(?:Refresh|Plus)\.mjs$/,
              priority: 2,
            },
            {
              name: "business",
              test: /\/adapters\/contract\/(?:callRights|company|channelCode|user|logo|order|service|serviceGrant)\.ts$/,
              priority: 2,
            },
            // What pages of charts share with lists: without the engine they stay within their budget.
            {
              name: "queries",
              test: /\/src\/list\/(?:useQuery|toCallError|canCall|getSchemaAtPath|calendarProps|query\/dateRange|pickers\/(?:typedText|regionPath|dropdownPlacement))\.ts$|\/contract\/region\.ts$|\/ui\/saveFile\.ts$|\/Icon(?:ChevronRight|ChevronLeft|Download)\.mjs$|\/use-resize-observer\.mjs$|\/Anchor\.mjs$/,
              priority: 2,
            },
            {
              name: "list",
              test: /\/src\/list\/(?:listPage\.tsx|form\/recordForm\.ts|pickers\/channelChoices\.ts)$|\/createStatusMachine\.ts$/,
              priority: 1,
            },
            // What most lists share beside the engine, one file each instead of one for every module.
            {
              name: "records",
              test: /\/adapters\/contract\/(?:box|device|goods|orderPay|sms|smsDecline|smsTemplate)\.ts$/,
              priority: 0,
            },
            {
              name: "list-parts",
              test: /\/(?:toInputProps|subTable|companyChoices|companyColumn|serviceChoices|SectionFallback|FieldFallback|PlainTable|IconTrash|Anchor)\.(?:tsx?|mjs)$/,
              priority: 0,
            },
            // What every map needs, and what live and recorded flights share.
            {
              name: "map",
              test: /\/src\/map\/(?:MapView|useLayer|flyTo|mapViewState|controls\/(?:ZoomButtons|ScaleLine|formatCoordinates)|base\/parseBasemaps)\.tsx?$|\/ol\/geom\/LineString\.js$/,
              priority: 1,
            },
            // Of the flights, what pages without a map need too.
            { name: "tasks", test: /\/contract\/task\.ts$/, priority: 1 },
            {
              name: "flights",
              test: /\/src\/map\/drones\/DroneLayer\.ts$|\/live\/(?:formatFlight|fleetTable|serverClock|watchLink)\.ts$|\/contract\/sample\.ts$/,
              priority: 0,
            },
            { name: "tabs", test: /\/tabbedPage\.tsx?$|\/Tabs\/Tabs\.mjs$/, priority: 0 },
            { name: "numbers", test: /\/useNumberInput\.ts$|\/NumberField\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    port: Number(process.env["PORT"] ?? 5173),
    strictPort: true,
    proxy: {
      ...Object.fromEntries(proxiedPaths.map((path) => [toServed(path), { target: platform }])),
      [toServed("/ws")]: { target: platform, ws: true },
      [toServed("/media")]: { target: platform, ws: true },
      [toServed("/wall/ws")]: { target: platform, ws: true },
      [toServed("/wall/media")]: { target: platform, ws: true },
    },
  },
  preview: { port: Number(process.env["PORT"] ?? 5173), strictPort: true },
});
