/**
 * Returns a form that `fetch` can send. Simulated browsers (jsdom) have their own `FormData` and `Blob`,
 * which the `fetch` of Node can't read, so the content is copied into those of Node.
 */
export async function sendableForm(form: FormData): Promise<FormData> {
  const isSendable = [...form.values()].every((value) => typeof value === 'string' || 'stream' in value)
  if (isSendable) return form
  const sendable = await new Response('', { headers: { 'content-type': FORM } }).formData()
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') sendable.append(name, value)
    else sendable.append(name, await blobOfFetch(value), value.name)
  }
  return sendable
}

/**
 * The type of an empty response. Parsing it is the only way to create a `FormData` of `fetch` if the global
 * `FormData` is another class.
 */
const FORM = 'application/x-www-form-urlencoded'

async function blobOfFetch(blob: Blob): Promise<Blob> {
  const init: ResponseInit = blob.type === '' ? {} : { headers: { 'content-type': blob.type } }
  return new Response(await bytesOf(blob), init).blob()
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
