import { formatDecimalDegrees } from "../../map/controls/formatCoordinates.ts";

/** The location in WGS-84 degrees; null if unknown. */
export const formatPlace = ({ lng, lat }: { readonly lng: number | null; readonly lat: number | null }) =>
  lng === null || lat === null || Number.isNaN(lng) || Number.isNaN(lat)
    ? null
    : formatDecimalDegrees([lng, lat]);
