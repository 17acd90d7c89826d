import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ConfigInput } from '../../src/index.js'
import { file, openUploadService, type UploadService } from './upload-service.js'

/** Opens a service for the tests of a describe block. Fails a test that leaves files in the temporary folder. */
export function useUploadService(database: ConfigInput['database']) {
  let opened: UploadService | undefined
  const service = () => {
    if (opened === undefined) throw new Error('The service opens before the first test of the block.')
    return opened
  }
  beforeAll(async () => {
    opened = await openUploadService(database)
  })
  afterEach(async () => {
    const left = await service().temporary()
    if (left.length > 0) throw new Error(`still in the temporary folder: ${left.join(', ')}`)
  })
  afterAll(() => opened?.close())
  const ask: UploadService['ask'] = (...request) => service().ask(...request)
  return { ask, stored: () => service().stored(), temporary: () => service().temporary(), ...createMediaActions(ask) }
}

/** Returns functions that upload a file, create an article, and read the file names of an article. */
function createMediaActions(ask: UploadService['ask']) {
  const upload = async (content: string | Buffer, name: string) =>
    (await ask('POST /api/upload', [file(content, name)])).body[0]
  const article = async (data: Record<string, unknown> = {}) =>
    (await ask('POST /api/articles', { data: { title: 'An article', ...data } })).body.data.id as number
  const mediaOf = async (id: number) => {
    const { body } = await ask(`GET /api/articles/${id}?populate[0]=cover&populate[1]=attachments`)
    const { cover, attachments } = body.data.attributes
    return {
      cover: cover.data?.attributes.name ?? null,
      attachments: (attachments.data ?? []).map(({ attributes }: { attributes: { name: string } }) => attributes.name),
    }
  }
  return { upload, article, mediaOf }
}
