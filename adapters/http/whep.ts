const offerTimeoutMs = 5_000;

/** What a video server answers to an offer. */
export interface WhepAnswer {
  readonly sdp: string;
  /** Address to delete when watching ends; null where the server names none. */
  readonly resource: string | null;
}

/** Posts an offer (WHEP). Throws where it is refused, or not answered within 5 s. */
export async function postOffer(url: string, sdp: string, signal: AbortSignal): Promise<WhepAnswer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/sdp" },
    body: sdp,
    signal: AbortSignal.any([signal, AbortSignal.timeout(offerTimeoutMs)]),
  });
  if (answer.status !== 201) throw new Error(`WebRTC: the offer was answered with ${answer.status}`);
  const location = answer.headers.get("location");
  return {
    sdp: await answer.text(),
    resource: location === null ? null : new URL(location, url).href,
  };
}

/** Ends watching. The server would notice by itself, only later, so that an error changes nothing. */
export function deleteResource(resource: string): void {
  fetch(resource, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
