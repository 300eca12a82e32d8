import VectorTileLayer from "ol/layer/VectorTile.js";
import { PMTilesVectorSource } from "ol-pmtiles";
import { embeddedStyle } from "./embeddedStyle.ts";
import { type MapScheme, mapColors } from "./mapColors.ts";
import { patientSource } from "./patientSource.ts";

/** An archive of vector tiles as `tools/geo` builds it, drawn in the console's own colours. */
export function archiveLayers(scheme: MapScheme, url: string, attribution: string): VectorTileLayer[] {
  const colors = mapColors[scheme];
  const layer = new VectorTileLayer({
    style: embeddedStyle(colors),
    background: colors.sea,
    declutter: true,
    renderBuffer: 64,
  });
  const bytes = patientSource(url, () => layer.getSource() === null);
  // Seam: the library takes either, and its type asks for both at once.
  const both = bytes as typeof bytes & string;
  layer.setSource(new PMTilesVectorSource({ url: both, attributions: [attribution] }));
  return [layer];
}
