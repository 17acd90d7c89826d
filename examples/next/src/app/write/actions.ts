'use server'

import type { Blocks } from '@content-api/sdk'
import { failureOf } from '@content-api/sdk/frameworks'
import { updateTag } from 'next/cache'
import { redirect } from 'next/navigation'
import { ARTICLES } from '../../articles'
import { textOf } from '../../form-text'
import { serviceOfUser } from '../../service'

/** Creates an article as the logged-in user. Redirects visitors to sign in; the form shows other rejections. */
export async function createArticle(form: FormData): Promise<void> {
  const title = textOf(form, 'title')
  const body: Blocks = [{ type: 'paragraph', children: [{ type: 'text', text: textOf(form, 'text') }] }]
  redirect(await create(title, body))
}

/** Creates an article. Returns the address of the page to show next. */
async function create(title: string, body: Blocks): Promise<string> {
  try {
    const service = await serviceOfUser()
    const { slug } = await service.collection('articles').create({ title, body }, { fields: ['slug'] })
    // `updateTag` shows the user the new article immediately. It only works in server actions; elsewhere use
    // `revalidateTag`.
    updateTag(ARTICLES)
    return `/articles/${slug}`
  } catch (error) {
    const { status, message, fieldErrors } = failureOf(error)
    if (status === 401 || status === 403) return '/sign-in'
    return `/write?problem=${encodeURIComponent(fieldErrors['title']?.[0] ?? message)}`
  }
}
