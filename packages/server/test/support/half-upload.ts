import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { multipart, type Part } from './multipart.js'
import type { UploadService } from './upload-service.js'

/** Sends the first half of a form, which ends inside its largest part. */
export async function begin({ url }: UploadService, path: string, parts: readonly Part[]) {
  const { contentType, body } = multipart(parts)
  const sent = request(url + path, { method: 'POST', agent: false, headers: { 'content-type': contentType } })
  sent.on('error', () => undefined)
  await new Promise<void>((resolve) => sent.write(body.subarray(0, body.length / 2), () => resolve()))
  return sent
}

/** Sends half a form. Returns its response, and the files in the temporary folder at that time. */
export async function sendHalf(service: UploadService, path: string, parts: readonly Part[]) {
  const sent = await begin(service, path, parts)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const held = await service.temporary()
  const body = (await response.toArray()).join('')
  sent.destroy()
  return { status: response.statusCode, body, held }
}
