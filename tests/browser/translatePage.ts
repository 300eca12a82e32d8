import type { Page } from "playwright-core";

/** Does to the page what Chrome's translator does: moves every text node into `font` elements, new ones too. */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrap = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest("script, style, textarea, font, svg"))
        return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.nodeValue;
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) wrap(text);
    };
    wrapAll(document.body);
    new MutationObserver((mutations) => {
      for (const added of mutations.flatMap(({ addedNodes }) => [...addedNodes]))
        if (added.nodeType === Node.TEXT_NODE) wrap(added);
        else if (added.nodeName !== "FONT") wrapAll(added);
    }).observe(document.body, { childList: true, subtree: true });
  });
