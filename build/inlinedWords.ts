import type { Plugin } from "vite";

/**
 * Refuses a build that ships the words as a module (`adapters/contract/words.ts`): a page would load those of all others.
 * It happens where code uses `word` itself as a value, as React's compiler does where a component calls a function while
 * it renders a tag after a word.
 */
export function inlinedWords(): Plugin {
  return {
    name: "inlined-words",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk")
          for (const [id, { renderedLength }] of Object.entries(file.modules))
            if (id.endsWith("/adapters/contract/words.ts") && renderedLength > 0)
              this.error(`${file.fileName} ships all words: something uses \`word\` as a value.`);
    },
  };
}
