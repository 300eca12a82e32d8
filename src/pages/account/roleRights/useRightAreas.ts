import { createContext, use } from "react";
import type { EndpointData } from "../../../../adapters/contract/endpoint.ts";
import type { roleRightCalls } from "../../../../adapters/contract/roleRight.ts";

type RightAreas = EndpointData<typeof roleRightCalls.roleRightList>["areas"];

/** All rights by area, for the forms of the panel. */
export const RightAreasContext = createContext<RightAreas>([]);

export const useRightAreas = (): RightAreas => use(RightAreasContext);
