import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Documents } from '@content-api/strapi-documents/code/document-service'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { openRecordedServer } from './served-documents.js'

interface Sent {
  readonly event: string
  readonly model: string
  readonly uid: string
  readonly entry: Readonly<Record<string, unknown>>
}

/** Starts a server that receives webhooks. */
async function receive() {
  const sent: Sent[] = []
  let arrived = () => {}
  const receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      sent.push(JSON.parse(body) as Sent)
      response.end()
      arrived()
    })
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  cleanUpAfterFile(async () => {
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    /** Resolves when a number of webhooks has arrived. */
    of: (count: number) =>
      new Promise<readonly Sent[]>((resolve) => {
        arrived = () => sent.length >= count && resolve(sent)
        arrived()
      }),
  }
}

it.each(['sqlite', 'postgres'] as const)('documents send webhooks, on %s', async (dialect) => {
  const received = await receive()
  const hook = { name: 'site', url: received.url, allowPrivateAddresses: true }
  const { service } = await openRecordedServer(dialect, {
    'content-api.config.json': JSON.stringify({ webhooks: [hook] }),
  })
  const articles = service.documents.documents('api::article.article') as Required<Documents>
  const data = { title: 'Sent', tags: ['tag000000000000000000001'] }
  const { documentId } = await articles.create({ data, status: 'published' })
  await articles.discardDraft({ documentId })
  await articles.unpublish({ documentId })
  await expect(articles.create({ data: { title: 'x' }, status: 'published' })).rejects.toThrow('at least 3')
  await articles.delete({ documentId })
  const sent = await received.of(5)
  expect(sent.map(({ event }) => event)).toEqual([
    'entry.create',
    'entry.publish',
    'entry.draft-discard',
    'entry.unpublish',
    'entry.delete',
  ])
  const about = { model: 'article', uid: 'api::article.article', entry: { documentId } }
  for (const each of sent) expect(each).toMatchObject(about)
  expect(sent[1]?.entry).toMatchObject({ tags: [{ name: 'javascript' }], publishedAt: expect.any(String) as string })
  expect(sent[4]?.entry).not.toHaveProperty('tags')
})
