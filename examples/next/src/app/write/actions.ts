'use server'

import { type Failure, failureOf } from '@content-api/sdk/frameworks'
import { updateTag } from 'next/cache'
import { redirect } from 'next/navigation'
import { ARTICLES } from '../../articles'
import { serviceOfUser } from '../../service'

export interface WriteState {
  readonly title: string
  readonly text: string
  readonly failure?: Failure
}

/** Creates an article as the user. Returns the input and the failure to the form if the service rejects it. */
export async function createArticle(_previous: WriteState, form: FormData): Promise<WriteState> {
  const title = String(form.get('title'))
  const text = String(form.get('text'))
  const slug = title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
  const file = form.get('cover')
  try {
    const service = await serviceOfUser()
    const [cover] = file instanceof File && file.size > 0 ? await service.upload(file) : []
    await service.collection('articles').create({
      title,
      slug,
      body: [{ type: 'paragraph', children: [{ type: 'text', text }] }],
      cover: cover?.id ?? null,
    })
  } catch (error) {
    return { title, text, failure: failureOf(error) }
  }
  // Shows the new article immediately. It only works in server actions; elsewhere use `revalidateTag`.
  updateTag(ARTICLES)
  redirect(`/articles/${slug}`)
}
