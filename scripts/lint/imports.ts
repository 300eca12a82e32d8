import path from "node:path";
import type { ESTree } from "vite";
import { importFault } from "./importFault.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** Imports run one way between the layers, name their file in full, and take zod as one namespace. */
export const imports: Rule = {
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const look = (node: ESTree.Node, source: string) => {
      const message = importFault(file, source);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration(node) {
        look(node, node.source.value);
        zodForm(context, node);
      },
      ExportNamedDeclaration(node) {
        if (node.source) look(node, node.source.value);
      },
      ExportAllDeclaration(node) {
        look(node, node.source.value);
      },
      ImportExpression(node) {
        if (node.source.type === "Literal" && typeof node.source.value === "string")
          look(node, node.source.value);
      },
      TSImportType(node) {
        look(node, node.source.value);
      },
    };
  },
};

/** Named imports of zod, and its classic half, pull the whole library into the login page. */
function zodForm(context: RuleContext, node: ESTree.ImportDeclaration): void {
  const source = node.source.value;
  if (source !== "zod" && !source.startsWith("zod/")) return;
  const namespace = node.specifiers.every((one) => one.type === "ImportNamespaceSpecifier");
  if (source !== "zod/mini" || !namespace) {
    context.report({ node, message: 'zod comes as import * as z from "zod/mini"' });
  }
}
