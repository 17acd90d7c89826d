/** How much of an upload has been sent. */
export interface Progress {
  /** The number of bytes sent. */
  readonly loaded: number
  /** The number of bytes to send; equal to `loaded` while it is unknown. */
  readonly total: number
}

/**
 * Returns a `fetch` that reports how much of a body has been sent. It uses XMLHttpRequest, because `fetch`
 * doesn't report.
 */
export function fetchWithProgress(onProgress: (progress: Progress) => void): typeof globalThis.fetch {
  return (address, init = {}) =>
    new Promise((resolve, reject) => {
      const url = typeof address === 'object' && 'url' in address ? address.url : address.toString()
      const rejectAborted = () => reject(new DOMException('aborted', 'AbortError'))
      // A signal that was aborted earlier dispatches no event.
      if (init.signal?.aborted) return rejectAborted()
      const request = new XMLHttpRequest()
      openRequest(request, url, init)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        onProgress({ loaded, total: Math.max(loaded, total) })
      })
      // Asynchronous, because errors of an event listener have no caller.
      const respond = async () => responseOf(request, url)
      request.addEventListener('load', () => resolve(respond()))
      request.addEventListener('error', () => reject(new TypeError('the upload failed')))
      request.addEventListener('abort', rejectAborted)
      init.signal?.addEventListener('abort', () => request.abort())
      request.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

function openRequest(
  request: XMLHttpRequest,
  url: string,
  { method = 'GET', credentials, headers }: RequestInit,
): void {
  request.open(method, url)
  request.responseType = 'arraybuffer'
  request.withCredentials = credentials === 'include'
  for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
}

/** Throws a `TypeError` for a response of another address, or with a status that no `Response` may have. */
function responseOf(request: XMLHttpRequest, url: string): Response {
  const { response, responseURL, status, statusText } = request
  // XMLHttpRequest always follows redirects.
  if (isElsewhere(responseURL, url)) throw new TypeError(`redirected to ${responseURL}: fix baseURL`)
  const body = response as ArrayBuffer | null
  try {
    return new Response(body?.byteLength ? body : null, { status, statusText, headers: headersOf(request) })
  } catch (cause) {
    throw new TypeError(`the upload got status ${status}, which fetch can't return`, { cause })
  }
}

/** Returns whether a response comes from another address. Simulated browsers may leave `responseURL` out. */
function isElsewhere(responseURL: string | undefined, url: string): boolean {
  const { document, location }: Partial<typeof globalThis> = globalThis
  return Boolean(responseURL) && responseURL !== new URL(url, document?.baseURI ?? location?.href).href
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().split(/[\r\n]+/)
  const headers = new Headers()
  for (const line of lines) {
    const [name, ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  return headers
}
