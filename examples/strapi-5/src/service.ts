import { createClient } from '@content-api/sdk'
import { refreshSessions, strapi5 } from '@content-api/sdk/strapi5'
import type { ContentTypes, User } from './content-types.gen.js'

/** The client of Strapi. The refresh token is in an httpOnly cookie, so that scripts can't read it. */
export const api = createClient<ContentTypes>({
  baseURL: import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:1337',
  api: strapi5(),
}).with(refreshSessions<User>({ refresh: 'cookie' }))

const articles = api.collection('articles')

/** The published articles, with their authors. */
export const findArticles = () =>
  articles.all({ fields: ['title', 'summary'], populate: { author: { fields: ['name'] } }, sort: 'title' })

/** Drafts that have no published version. */
export const findDrafts = async () =>
  articles.all({ status: 'draft', publicationFilter: 'never-published', fields: ['title'], sort: 'title' })

export const saveDraft = (title: string, summary: string) => articles.create({ title, summary }, { status: 'draft' })

export const publish = (documentId: string) => articles.publish(documentId)

/** Returns the name of the user, or undefined if there is no session. */
export async function restoreSession(): Promise<string | undefined> {
  const token = await api.auth.refresh()
  return token === undefined ? undefined : (await api.auth.me({ fields: ['username'] })).username
}
