import { formatDecimalDegrees } from "../../map/controls/formatCoordinates.ts";

/** Where a record stands, in WGS-84 degrees; null where that is not known. */
export const formatPlace = ({ lng, lat }: { readonly lng: number | null; readonly lat: number | null }) =>
  lng === null || lat === null ? null : formatDecimalDegrees([lng, lat]);
