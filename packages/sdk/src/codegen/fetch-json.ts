const TIMEOUT_MS = 30_000

/** Sends `body` as POST, or a GET request without one. */
export async function fetchJSON(url: string, token?: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Error(`${url} can't be reached: is the server running?`, { cause })
  })
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Error(`${url} responded with ${response.status} and no JSON.`, { cause })
  }
}
