import { QueryClient } from '@tanstack/query-core'
import {
  auth,
  createClient,
  graphql,
  locales,
  type RequestOptions,
  type TransportOptions,
  upload,
  users,
} from '../../src/index.js'
import { files, refreshSessions, strapi5 } from '../../src/strapi5/index.js'
import { mutations, queries } from '../../src/tanstack-query.js'
import { createUrqlClient, flat } from '../../src/urql/index.js'
import type { ContentTypes, User } from '../fixtures/strapi5/content-types.gen.js'
import { CreateRecordedTagDocument, RecordedArticlesDocument } from '../fixtures/strapi5/documents.gen.js'

type Transport = Pick<TransportOptions, 'baseURL' | 'token' | 'fetch'>

const common = (transport: Transport) =>
  createClient<ContentTypes>({
    ...transport,
    api: strapi5({ draftRoutes: true }),
    defaults: { retry: 0 } satisfies RequestOptions,
  })

/** Returns a client with all extensions, for `jwtManagement: 'legacy-support'`. */
export const clientOf = (transport: Transport) =>
  common(transport).with(files()).with(upload()).with(users<User>()).with(locales()).with(graphql()).with(auth<User>())

/** Returns a client for `jwtManagement: 'refresh'`. */
export const sessionClientOf = (transport: Transport) => common(transport).with(refreshSessions<User>())

export type Client = ReturnType<typeof clientOf>
export type SessionClient = ReturnType<typeof sessionClientOf>

/** Sends a browser to an address of the service, and returns the query string of the page that it comes back to. */
type Browse = (address: string) => Promise<string>

/** A call of one public method. */
export interface MethodCall<C> {
  readonly method: string
  /** Resolves to what the method returns. */
  readonly run: (api: C, browse: Browse) => Promise<unknown>
  /** Returns the expected result, by the body of the last response. */
  readonly read: (response: unknown) => unknown
}

interface Body {
  readonly data: unknown
  readonly meta: { readonly pagination: { readonly total: number } }
}
const dataOf = (response: unknown) => (response as Body).data
const firstOf = (response: unknown) => (dataOf(response) as unknown[])[0]
const totalOf = (response: unknown) => (response as Body).meta.pagination.total
const whole = (response: unknown) => response
const nothing = () => undefined

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list = []
  for await (const item of items) list.push(item)
  return list
}

const text = (content: string, name: string) => new File([content], name, { type: 'text/plain' })

/** The words that replace documentIds and codes in the recording. */
const tag = 'tagsdocument1'
const article = 'articlesdocument1'
const code = 'captured-code'

const titled = { title: 'Recorded' }
const ofTags = { filters: { name: { $startsWith: 'recorded' } } } as const
const account = { username: 'recorded', email: 'recorded@example.com', password: 'Passw0rd!' }
const changed = { identifier: account.username, password: 'Third1!x' }

const call = <C>(method: string, run: MethodCall<C>['run'], read = dataOf): MethodCall<C> => ({ method, run, read })

/** The calls of all public methods, in an order in which each finds what it needs. */
export const methodCalls: readonly MethodCall<Client>[] = [
  call('collection.create', async (api) => api.collection('tags').create({ name: 'recorded', weight: 1 })),
  call('collection.find', async (api) => api.collection('tags').find(ofTags), whole),
  call('collection.findOne', async (api) => api.collection('tags').findOne(tag)),
  call('collection.first', async (api) => api.collection('tags').first(ofTags), firstOf),
  call('collection.count', async (api) => api.collection('tags').count(ofTags), totalOf),
  call('collection.iterate', async (api) => listOf(api.collection('tags').iterate(ofTags))),
  call(
    'collection.pages',
    async (api) => listOf(api.collection('tags').pages(ofTags)),
    (response) => [dataOf(response)],
  ),
  call('collection.all', async (api) => api.collection('tags').all(ofTags)),
  call('collection.update', async (api) => api.collection('tags').update(tag, { color: 'red', sibling: tag })),
  call('collection.delete', async (api) => api.collection('tags').delete(tag), nothing),
  call('collection.create', async (api) =>
    api
      .collection('articles')
      .create({ title: 'Recorded', zone: [{ __component: 'blocks.quote', text: 'To be' }] }, { status: 'draft' }),
  ),
  call('collection.publish', async (api) => api.collection('articles').publish(article)),
  call('collection.discardDraft', async (api) => api.collection('articles').discardDraft(article)),
  call('graphql', async (api) => api.graphql(RecordedArticlesDocument, titled)),
  call('graphql', async (api) => {
    const { data } = await createUrqlClient({ api }).query(flat(RecordedArticlesDocument), titled).toPromise()
    return data
  }),
  call('graphql', async (api) => {
    const urql = createUrqlClient({ api })
    return (await urql.mutation(flat(CreateRecordedTagDocument), { name: 'by urql' }).toPromise()).data
  }),
  call('graphql', async (api) => {
    const queryFn = async () => api.graphql(RecordedArticlesDocument, titled)
    return new QueryClient().query({ queryKey: ['RecordedArticles', titled], queryFn })
  }),
  call(
    'collection.find',
    async (api) => new QueryClient().query(queries(api, 'tags').find({ fields: ['name'] })),
    whole,
  ),
  call('collection.update', async (api) => {
    const cache = new QueryClient()
    const variables = { id: 'graphqldocument1', data: { weight: 3 } }
    return cache
      .getMutationCache()
      .build(cache, mutations(api, 'tags', cache).update())
      .execute(variables)
  }),
  call('collection.unpublish', async (api) => api.collection('articles').unpublish(article)),
  call('single.update', async (api) => api.single('homepage').update({ headline: 'Recorded' })),
  call('single.find', async (api) => api.single('homepage').find({ fields: ['headline'] })),
  call('single.publish', async (api) => api.single('homepage').publish({ populate: ['seo'] })),
  call('single.discardDraft', async (api) => api.single('homepage').discardDraft()),
  call('single.unpublish', async (api) => api.single('homepage').unpublish()),
  call('single.delete', async (api) => api.single('homepage').delete({ locale: '*' }), nothing),
  call('upload', async (api) => api.upload(text('one', 'recorded.txt'), { info: { caption: 'one' } }), whole),
  call('files.find', async (api) => api.files.find({ fields: ['name'], sort: 'id', limit: 1 }), whole),
  call('files.page', async (api) => api.files.page({ fields: ['name'], pagination: { pageSize: 1 } }), whole),
  call('files.findOne', async (api) => api.files.findOne(1), whole),
  call('files.update', async (api) => api.files.update(1, { name: 'renamed.txt', alternativeText: 'text' }), whole),
  call('files.replace', async (api) => api.files.replace(1, text('two', 'other.txt')), whole),
  call('files.delete', async (api) => api.files.delete(1), whole),
  call('users.create', async (api) => api.users.create({ ...account, role: 1, confirmed: false }), whole),
  call('users.find', async (api) => api.users.find({ filters: { username: 'recorded' }, populate: ['role'] }), whole),
  call('users.findOne', async (api) => api.users.findOne(2, { fields: ['username'] }), whole),
  call('users.count', async (api) => api.users.count(), whole),
  call('users.update', async (api) => api.users.update(2, { blocked: false }), whole),
  call('locales', async (api) => api.locales(), whole),
  call('send', async (api) => api.send({ method: 'GET', path: '/tags', query: { fields: ['name'] } }), whole),
  call('auth.sendEmailConfirmation', async (api) => api.auth.sendEmailConfirmation(account.email), nothing),
  call('auth.confirmEmail', async (api) => api.auth.confirmEmail(code), nothing),
  call('auth.login', async (api) => api.auth.login({ identifier: 'recorded', password: account.password }), whole),
  call('auth.me', async (api) => api.auth.me({ populate: ['role'] }), whole),
  call(
    'auth.changePassword',
    async (api) => api.auth.changePassword({ currentPassword: account.password, password: 'Other1!x' }),
    whole,
  ),
  call('auth.forgotPassword', async (api) => api.auth.forgotPassword(account.email), nothing),
  call('auth.resetPassword', async (api) => api.auth.resetPassword({ code, password: changed.password }), whole),
  call(
    'auth.register',
    async (api) => api.auth.register({ ...account, username: 'two', email: 'two@example.com' }),
    whole,
  ),
  call(
    'auth.callback',
    async (api, browse) => api.auth.callback(await browse(await api.auth.providerURL('acme'))),
    whole,
  ),
  call(
    'users.delete',
    async (api) => {
      await api.auth.logout()
      return api.users.delete(2)
    },
    whole,
  ),
]

/** The calls of the methods that `refreshSessions` replaces or adds. */
export const sessionCalls: readonly MethodCall<SessionClient>[] = [
  call('auth.register', async (api) => api.auth.register(account), whole),
  call(
    'auth.login',
    async (api) => api.auth.login({ identifier: account.username, password: account.password, deviceId: 'laptop' }),
    whole,
  ),
  call(
    'auth.refresh',
    async (api) => api.auth.refresh(),
    (response) => (response as { readonly jwt: string }).jwt,
  ),
  call('auth.sessions', async (api) => api.auth.sessions()),
  call(
    'auth.endSession',
    async (api) => {
      const other = (await api.auth.sessions()).find(({ current }) => !current)
      return api.auth.endSession(other?.id ?? '')
    },
    nothing,
  ),
  call(
    'auth.changePassword',
    async (api) => api.auth.changePassword({ currentPassword: account.password, password: 'Other1!x' }),
    whole,
  ),
  call('auth.logout', async (api) => api.auth.logout(), nothing),
]
