import type { Plugin } from "vite";

/** Base class of the raster source of `ol-pmtiles`. */
const rasterBase = "ol/source/DataTile.js";
const emptyClass = "\0empty-class";
/** Only reads vectors; a raster archive is read by a module that loads on demand. */
const vectorReader = /\/createPmtilesVectorLayers\.ts$/;
const vectorsOnly = "?vectors";

/**
 * Gives the reader of vector archives `ol-pmtiles` without its raster source, which brings OpenLayers' WebGL and
 * reprojection, 10 KB of every map. Both sources are one file, of which a bundler leaves out nothing by itself.
 */
export function vectorArchives(): Plugin {
  return {
    name: "vector-archives",
    apply: "build",
    // Before the bundler finds the files itself.
    enforce: "pre",
    async resolveId(source, importer) {
      if (source === rasterBase && importer?.endsWith(vectorsOnly)) return emptyClass;
      if (source !== "ol-pmtiles" || !importer || !vectorReader.test(importer)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && `${resolved.id}${vectorsOnly}`;
    },
    load: (id) => (id === emptyClass ? "export default class {}" : null),
  };
}
