'use server'

import { ApiError, type Blocks } from '@content-api/sdk'
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
    const { slug } = await serviceOfUser()
      .collection('articles')
      .create({ title, body }, { fields: ['slug'] })
    // `updateTag` shows the user the new article immediately. It only works in server actions; elsewhere use
    // `revalidateTag`.
    updateTag(ARTICLES)
    return `/articles/${slug}`
  } catch (error) {
    if (!ApiError.is(error)) throw error
    if (error.status === 401 || error.status === 403) return '/sign-in'
    return `/write?problem=${encodeURIComponent(error.issues[0]?.message ?? error.serverMessage)}`
  }
}
