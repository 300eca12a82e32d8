import path from "node:path";
import { confinedPackages, isWithin, type Layer, layers } from "./layers.ts";

/**
 * What is wrong with one import, or null.
 * @param file the importing file, relative to the checkout, with `/`
 * @param source the specifier as written
 */
export function validateImport(file: string, source: string): string | null {
  const [specifier = source] = source.split("?");
  const layer = layers.find((candidate) => isWithin(candidate.path, file));
  if (specifier.startsWith(".")) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return validateExtension(specifier) ?? (layer ? validateLayer(layer, file, target) : null);
  }
  return validatePackage(layer, file, specifier);
}

/** Node and Vite take a relative import as written; `.js` for a `.ts` file compiles and then fails at run time. */
function validateExtension(source: string): string | null {
  return /\.(?:tsx?|mjs|css|json|svg|webp|png)$/.test(source)
    ? null
    : `A relative import ends in its file's own extension: ${source}`;
}

function validateLayer(layer: Layer, file: string, target: string): string | null {
  if (target.endsWith(".page.tsx") && file.startsWith("src/"))
    return "A page is imported by nobody: pages are found by glob";
  if (
    file.startsWith("src/pages/") &&
    target.startsWith("src/pages/") &&
    pageGroup(file) !== pageGroup(target)
  ) {
    return `The pages of one group may not import those of another: ${target}`;
  }
  return layer.imports.some((allowed) => isWithin(allowed, target))
    ? null
    : `${layer.path} may not import ${target}`;
}

function pageGroup(file: string): string | undefined {
  return file.split("/")[2];
}

function validatePackage(layer: Layer | undefined, file: string, source: string): string | null {
  const name = source.startsWith("node:") ? "node:" : toPackageName(source);
  const folder = confinedPackages[name];
  if (folder && file.startsWith("src/") && !isWithin(folder, file))
    return `${name} is imported in ${folder} alone`;
  if (layer?.path.startsWith("src/") && name === "node:")
    return "The console runs in a browser, which has no Node modules";
  if (!layer?.packages || layer.packages.includes(name)) return null;
  return `${layer.path} may not import the package ${name}`;
}

function toPackageName(source: string): string {
  const [scope = source, name] = source.split("/");
  return scope.startsWith("@") && name ? `${scope}/${name}` : scope;
}
