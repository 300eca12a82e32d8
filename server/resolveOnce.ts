import { existsSync } from "node:fs";
import { type ResolveFnOutput, registerHooks } from "node:module";

/**
 * `node --import` this, before the server: 0.7 s less for each start. Node parses a package's whole `exports` anew
 * for each import of the package by name and for each `.js` file in it, and drizzle's are long. Here a package that
 * our files import is looked up once, and so is what kind of module the files of a folder are.
 */
const packages = new Map<string, ResolveFnOutput>();
/** By folder and ending: a `package.json` holds for folders, so all the files of one with one ending are alike. */
const kinds = new Map<string, ResolveFnOutput["format"]>();

const kindOf = (url: string) => url.slice(0, url.lastIndexOf("/")) + url.slice(url.lastIndexOf("."));

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.\.?\/.*\.[jt]s$/.test(specifier) && context.conditions.includes("import")) {
      const { href } = new URL(specifier, context.parentURL);
      const format = kinds.get(kindOf(href));
      // What is not there is told by Node, with who asks for it.
      if (format && existsSync(new URL(href))) return { url: href, format, shortCircuit: true };
      const found = next(specifier, context);
      if (found.url === href) kinds.set(kindOf(href), found.format);
      return found;
    }
    // Packages may have other versions of their own below them: what they import is left alone.
    if (specifier.startsWith(".") || context.parentURL?.includes("/node_modules/"))
      return next(specifier, context);
    const found = packages.get(specifier) ?? next(specifier, context);
    packages.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
});
