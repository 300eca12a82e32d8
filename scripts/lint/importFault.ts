import path from "node:path";
import { confined, type Layer, layers, within } from "./layers.ts";

/**
 * What is wrong with one import, or null.
 * @param file the importing file, relative to the checkout, with `/`
 * @param source the specifier as written
 */
export function importFault(file: string, source: string): string | null {
  const [bare = source] = source.split("?");
  const layer = layers.find((one) => within(one.at, file));
  if (bare.startsWith(".")) {
    const target = path.posix.join(path.posix.dirname(file), bare);
    return extensionFault(bare) ?? (layer ? placeFault(layer, file, target) : null);
  }
  return packageFault(layer, file, bare);
}

/** Node and Vite take a relative import as written; `.js` for a `.ts` file compiles and then fails at run time. */
function extensionFault(source: string): string | null {
  return /\.(?:tsx?|mjs|css|json|svg|webp|png)$/.test(source)
    ? null
    : `A relative import ends in its file's own extension: ${source}`;
}

function placeFault(layer: Layer, file: string, target: string): string | null {
  if (target.endsWith(".page.tsx") && file.startsWith("src/"))
    return "A page is imported by nobody: pages are found by glob";
  if (file.startsWith("src/pages/") && target.startsWith("src/pages/") && group(file) !== group(target)) {
    return `The pages of one group may not import those of another: ${target}`;
  }
  return layer.imports.some((place) => within(place, target)) ? null : `${layer.at} may not import ${target}`;
}

function group(file: string): string | undefined {
  return file.split("/")[2];
}

function packageFault(layer: Layer | undefined, file: string, source: string): string | null {
  const name = source.startsWith("node:") ? "node:" : packageName(source);
  const home = confined[name];
  if (home && file.startsWith("src/") && !within(home, file)) return `${name} is imported in ${home} alone`;
  if (layer?.at.startsWith("src/") && name === "node:")
    return "The console runs in a browser, which has no Node modules";
  if (!layer?.packages || layer.packages.includes(name)) return null;
  return `${layer.at} may not import the package ${name}`;
}

function packageName(source: string): string {
  const [scope = source, name] = source.split("/");
  return scope.startsWith("@") && name ? `${scope}/${name}` : scope;
}
