import path from "node:path";
import type { ESTree } from "vite";
import { confinedPackages, isWithin, type Layer, layers } from "./layers.ts";

/** The part of the linter's rule context that the rules use. */
interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  readonly sourceCode: { readonly getText: (node: ESTree.Node) => string };
  readonly report: (finding: { readonly node: ESTree.Node; readonly message: string }) => void;
}

type Visitor = {
  readonly [Type in ESTree.Node["type"] as Type | `${Type}:exit`]?: (
    node: Extract<ESTree.Node, { type: Type }>,
  ) => void;
};

interface Rule {
  readonly create: (context: RuleContext) => Visitor;
}

/**
 * Returns an error message for an import, or null.
 * @param file the importing file, relative to the checkout, with `/`
 * @param source the specifier as written
 */
function validateImport(file: string, source: string): string | null {
  const [specifier = source] = source.split("?");
  const layer = layers.find((candidate) => isWithin(candidate.path, file));
  if (specifier.startsWith(".")) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return validateExtension(specifier) ?? (layer ? validateLayer(layer, file, target) : null);
  }
  return validatePackage(layer, file, specifier);
}

/** Node and Vite resolve a relative import as written; `.js` for a `.ts` file compiles but fails at run time. */
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
    getPageGroup(file) !== getPageGroup(target)
  ) {
    return `The pages of one group may not import those of another: ${target}`;
  }
  return layer.imports.some((allowed) => isWithin(allowed, target))
    ? null
    : `${layer.path} may not import ${target}`;
}

function getPageGroup(file: string): string | undefined {
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

/** Imports follow the layers, use full file names, and import zod as a namespace. */
const importsRule: Rule = {
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const checkSource = (node: ESTree.Node, source: string) => {
      const message = validateImport(file, source);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration(node) {
        checkSource(node, node.source.value);
        checkZodImport(context, node);
      },
      ExportNamedDeclaration(node) {
        if (node.source) checkSource(node, node.source.value);
      },
      ExportAllDeclaration(node) {
        checkSource(node, node.source.value);
      },
      ImportExpression(node) {
        if (node.source.type === "Literal" && typeof node.source.value === "string")
          checkSource(node, node.source.value);
      },
      TSImportType(node) {
        checkSource(node, node.source.value);
      },
    };
  },
};

/** Named imports of zod, and zod classic, would add the whole library to the login page. */
function checkZodImport(context: RuleContext, node: ESTree.ImportDeclaration): void {
  const source = node.source.value;
  if (source !== "zod" && !source.startsWith("zod/")) return;
  const isNamespace = node.specifiers.every((specifier) => specifier.type === "ImportNamespaceSpecifier");
  if (source !== "zod/mini" || !isNamespace) {
    context.report({ node, message: 'zod comes as import * as z from "zod/mini"' });
  }
}

/** A query on the outer handle inside a transaction waits forever: the embedded database has a single connection. */
const transactionHandleRule: Rule = {
  create(context) {
    const openHandles: string[] = [];
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression") return;
        const handle = context.sourceCode.getText(callee.object);
        if (openHandles.includes(handle)) {
          context.report({
            node,
            message: `${handle} would wait for ever inside its own transaction: use the transaction's handle`,
          });
        }
        if (callee.property.type === "Identifier" && callee.property.name === "transaction")
          openHandles.push(handle);
      },
      "CallExpression:exit"(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression") return;
        if (callee.property.type === "Identifier" && callee.property.name === "transaction")
          openHandles.pop();
      },
    };
  },
};

/** Node runs TypeScript by erasing types. Decorators and enums compile but fail at start. */
const erasableRule: Rule = {
  create: (context) => ({
    Decorator: (node) => context.report({ node, message: "Node cannot run decorators" }),
    TSEnumDeclaration: (node) => context.report({ node, message: "Node cannot run enums: use defineEnum()" }),
  }),
};

/** The default of Playwright's and vitest's waits in `tests/e2e`, ms. */
const defaultWaitMs = 30_000;

/** A browser test waits for what happens, as long as a busy machine needs; an open socket never lets the network rest. */
const browserWaitsRule: Rule = {
  create: (context) => ({
    MemberExpression(node) {
      if (node.property.type === "Identifier" && node.property.name === "waitForTimeout")
        context.report({ node, message: "A pause is too short or too long: wait for what happens" });
    },
    Property(node) {
      if (node.key.type !== "Identifier" || node.key.name !== "timeout") return;
      const isLong =
        node.value.type === "Literal" &&
        typeof node.value.value === "number" &&
        node.value.value >= defaultWaitMs;
      if (!isLong)
        context.report({
          node,
          message: `A wait takes the default of ${defaultWaitMs / 1_000} s, or a longer number`,
        });
    },
    ImportDeclaration(node) {
      if (node.source.value === "@axe-core/playwright" && !context.filename.endsWith("/expectAccessible.ts"))
        context.report({ node, message: "expectAccessible() waits until the page rests" });
    },
    Literal(node) {
      if (node.value === "networkidle")
        context.report({ node, message: "Wait for a state of the page, or by watchRequests()" });
      if (node.value === "Escape" && !context.filename.endsWith("/closePopup.ts"))
        context.report({ node, message: "Close popups by closePopup(); all else is for pressEscape()" });
    },
  }),
};

const wordTable = /^:?\s*(?:Readonly<|Partial<)*Record<string,/;

/**
 * A module's table by words is read by `lookUp` alone: `table[word]` with the word `constructor` or `__proto__` returns what
 * every object has, and such words come from outside.
 */
const wordLookupRule: Rule = {
  create(context) {
    const tables = new Set<string>();
    const reads: { readonly table: string; readonly node: ESTree.Node }[] = [];
    return {
      Program({ body }) {
        for (const statement of body) {
          const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
          if (declared?.type !== "VariableDeclaration") continue;
          for (const { id } of declared.declarations)
            if (
              id.type === "Identifier" &&
              id.typeAnnotation &&
              wordTable.test(context.sourceCode.getText(id.typeAnnotation))
            )
              tables.add(id.name);
        }
      },
      MemberExpression(node) {
        if (node.computed && node.object.type === "Identifier" && node.property.type !== "Literal")
          reads.push({ table: node.object.name, node });
      },
      "Program:exit"() {
        for (const { table, node } of reads)
          if (tables.has(table))
            context.report({ node, message: `The word may be "constructor": read ${table} by lookUp()` });
      },
    };
  },
};

const isText = (child: ESTree.JSXChild): boolean =>
  child.type === "JSXText"
    ? /[^\s]/.test(child.value)
    : child.type === "JSXExpressionContainer" && child.expression.type !== "JSXEmptyExpression";

/**
 * A translator or an extension moves text nodes, and React goes on writing the old ones: `已选 {n} 条` would keep its
 * number. The text of an element without other elements is one template, which React replaces as a whole.
 */
const oneTextRule: Rule = {
  create: (context) => ({
    JSXElement(node) {
      const { children } = node;
      const isTextAlone = children.every(
        (child) => child.type === "JSXText" || child.type === "JSXExpressionContainer",
      );
      const hasWords = children.some((child) => child.type === "JSXText" && isText(child));
      if (isTextAlone && hasWords && children.filter(isText).length > 1)
        context.report({ node, message: "A text of pieces may stay behind its data: write one template" });
    },
  }),
};

/** The project's own lint rules, loaded by `.oxlintrc.json`. */
export default {
  meta: { name: "aerial" },
  rules: {
    imports: importsRule,
    "transaction-handle": transactionHandleRule,
    erasable: erasableRule,
    "browser-waits": browserWaitsRule,
    "word-lookup": wordLookupRule,
    "one-text": oneTextRule,
  },
};
