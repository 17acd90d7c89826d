import { file, type UploadService } from './upload-service.js'

/** Returns functions that upload a file, create an article, and read the file names of an article. */
export function createMediaActions(ask: UploadService['ask']) {
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
