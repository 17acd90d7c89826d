/** What `fetch` sends for a form, and the header that it can't derive from bytes. */
interface SendableForm {
  readonly body: FormData | Uint8Array<ArrayBuffer>
  readonly headers?: { readonly 'content-type': string }
}

/**
 * Returns a body that `fetch` can send. Simulated browsers (jsdom) have their own `FormData` and `Blob`,
 * which the `fetch` of Node can't read, so such a form is written as bytes. From Node 24 on, `fetch` creates
 * files with the global classes, so it can't read its own `FormData` there either.
 */
export async function sendableForm(form: FormData): Promise<SendableForm> {
  const isSendable = [...form.values()].every((value) => typeof value === 'string' || 'stream' in value)
  if (isSendable) return { body: form }
  const boundary = `form-${Math.random().toString(36).slice(2)}`
  const parts: (string | Uint8Array)[] = []
  for (const [name, value] of form.entries()) {
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`)
    if (typeof value === 'string') parts.push(`\r\n\r\n${value}\r\n`)
    else {
      const type = value.type || 'application/octet-stream'
      parts.push(`; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, await bytesOf(value), '\r\n')
    }
  }
  parts.push(`--${boundary}--\r\n`)
  return { body: joined(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Encodes the characters that end a quoted name, as browsers do (HTML, multipart/form-data encoding algorithm). */
const quoted = (name: string) => name.replaceAll(/["\r\n]/g, encodeURIComponent)

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const chunks = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part))
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The bytes of a blob of jsdom, which has no `arrayBuffer()`. */
function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('a file could not be read')))
    reader.readAsArrayBuffer(blob)
  })
}
