import path from "node:path";
import type { ESTree } from "vite";
import type { Rule, RuleContext } from "./rule.ts";
import { validateImport } from "./validateImport.ts";

/** Imports run one way between the layers, name their file in full, and take zod as one namespace. */
export const importsRule: Rule = {
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

/** Named imports of zod, and its classic half, pull the whole library into the login page. */
function checkZodImport(context: RuleContext, node: ESTree.ImportDeclaration): void {
  const source = node.source.value;
  if (source !== "zod" && !source.startsWith("zod/")) return;
  const isNamespace = node.specifiers.every((specifier) => specifier.type === "ImportNamespaceSpecifier");
  if (source !== "zod/mini" || !isNamespace) {
    context.report({ node, message: 'zod comes as import * as z from "zod/mini"' });
  }
}
