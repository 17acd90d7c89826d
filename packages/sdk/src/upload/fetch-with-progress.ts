export interface Progress {
  /** Bytes sent. */
  readonly loaded: number
  /** Bytes to send; as many as `loaded` while unknown. */
  readonly total: number
}

/** A fetch that tells how far a body has been sent: over XMLHttpRequest, because fetch doesn't say. */
export function fetchWithProgress(onProgress: (progress: Progress) => void): typeof globalThis.fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const aborted = () => reject(new DOMException('aborted', 'AbortError'))
      // Who listens only now doesn't hear of it.
      if (init.signal?.aborted) return aborted()
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', url as string)
      request.responseType = 'arraybuffer'
      request.withCredentials = init.credentials === 'include'
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        onProgress({ loaded, total: Math.max(loaded, total) })
      })
      request.addEventListener('load', () => {
        try {
          // It can't be told to stay. What it was sent on to isn't the service that was asked.
          if (isElsewhere(request.responseURL, url as string))
            reject(new TypeError(`redirected to ${request.responseURL}: fix baseURL`))
          else resolve(responseOf(request))
        } catch (cause) {
          // A status that no response may have. Nobody else would hear of it.
          reject(new TypeError(`upload was answered with ${request.status}`, { cause }))
        }
      })
      request.addEventListener('error', () => reject(new TypeError('upload failed')))
      request.addEventListener('abort', aborted)
      init.signal?.addEventListener('abort', () => request.abort())
      request.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

/** Whether an answer came from another address than was asked. Simulated DOMs may not say where it came from. */
function isElsewhere(responseURL: string | undefined, url: string): boolean {
  const { document, location }: Partial<typeof globalThis> = globalThis
  return !!responseURL && responseURL !== new URL(url, document?.baseURI ?? location?.href).href
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name, ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  const body = request.response as ArrayBuffer | null
  return new Response(body?.byteLength ? body : null, {
    status: request.status,
    statusText: request.statusText,
    headers,
  })
}
