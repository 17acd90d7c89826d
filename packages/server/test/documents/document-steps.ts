import { readFileSync } from 'node:fs'
import { isRecord } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { EventName } from '@content-api/core/entries/events'
import { type HookEvent, hookNames } from '@content-api/core/entries/hooks/hook'
import type { Documents } from '@content-api/strapi-documents/code/document-service'
import type { CodeAccess } from '@content-api/strapi-documents/service/install-documents'
import type { DialectName } from '../../../engine/src/layout/value-formats.js'
import type { DocumentServer } from './served-documents.js'

/** A recorded step of the document service of Strapi 5.54, with the hooks, events and middlewares that ran. */
interface RecordedStep {
  readonly step: string
  readonly result: unknown
  readonly log: readonly string[]
}

const recorded: readonly RecordedStep[] = readFileSync(new URL('data/document-service.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedStep)

/** Steps with another result, and the headings of `docs/differences-5.md` that explain them. */
export const decidedSteps: Readonly<Record<string, string>> = {
  'discardDraft, nothing published': 'A draft without a published version',
  'delete with status draft': 'Requests that fail in Strapi',
}

/**
 * Returns the recorded steps. They were recorded on SQLite, which sorts small letters after capital ones, and
 * whose `$contains` ignores the case.
 */
export const recordedSteps = (dialect: DialectName): readonly RecordedStep[] =>
  recorded.map(({ step, result, log }) => ({
    step,
    result: dialect === 'postgres' ? onPostgres(step, result) : result,
    log: log.map((line) =>
      line
        .replace(/"keys":\d+,?/, '')
        .replace('"where":{},', '')
        .replace(',}', '}'),
    ),
  }))

function onPostgres(step: string, result: unknown): unknown {
  if (step === 'findFirst') return null
  if (step !== 'findMany page') return result
  const entries = result as readonly Values[]
  return entries.toSorted((one, other) => String(one['title']).localeCompare(String(other['title'])))
}

/**
 * Returns a step without the ids of rows and documents, which differ in each run. Events stand at the end: Strapi
 * reads their entries after the commit, so that they come before or after the end of the middlewares.
 */
export function withoutIds({ step, result, log }: RecordedStep): RecordedStep {
  const plain = JSON.parse(
    JSON.stringify(result)
      .replaceAll(/"doc":"[a-z0-9]{24}"/g, '"doc":"any"')
      .replaceAll(/"documentId":"[a-z0-9]{24}"/g, '"documentId":"any"')
      .replaceAll(/"id":\d+/g, '"id":0')
      // Types without locales have no member `locale` here.
      .replaceAll('"locale":null,', ''),
  ) as unknown
  const lines = log.map((line) => line.replaceAll(/(id=|"id":|"result":)\d+/g, '$10'))
  const isEvent = (line: string) => line.startsWith('EVENT')
  return { step, result: plain, log: [...lines.filter((line) => !isEvent(line)), ...lines.filter(isEvent)] }
}

const article = 'api::article.article'
const tag = 'api::tag.tag'

/** The steps by name. They share the id of the document that the last create made. */
type Steps = Readonly<Record<string, (state: { doc: string }) => unknown>>

function stepsOf({ documents: service, project: code }: DocumentServer['service']): Steps {
  const strapi: Strapi = code.strapi
  const byEntityService = { title: 'By entity service' }
  const of = (uid: string) => service.documents(uid) as Required<Documents>
  const articles = of(article)
  const tags = of(tag)
  const created = async (state: { doc: string }, result: Promise<Values>) => {
    const entry = await result
    state.doc = entry['documentId'] as string
    return entry
  }
  const T = tags
  return {
    'create (no status)': (state) =>
      created(
        state,
        articles.create({
          data: { title: 'Draft one', seo: { metaTitle: 'm' }, tags: ['tag000000000000000000001'] },
          populate: ['tags'],
        }),
      ),
    'update (no status)': ({ doc }) => articles.update({ documentId: doc, data: { rating: 7 } }),
    publish: ({ doc }) => articles.publish({ documentId: doc }),
    'update, status published': ({ doc }) =>
      articles.update({ documentId: doc, data: { rating: 8 }, status: 'published' }),
    'update draft only': ({ doc }) => articles.update({ documentId: doc, data: { rating: 3 } }),
    'findOne (default status)': ({ doc }) => articles.findOne({ documentId: doc }),
    'findOne published': ({ doc }) => articles.findOne({ documentId: doc, status: 'published' }),
    discardDraft: ({ doc }) => articles.discardDraft({ documentId: doc }),
    'update locale fr': ({ doc }) => articles.update({ documentId: doc, locale: 'fr', data: { title: 'Un' } }),
    "publish locale '*'": ({ doc }) => articles.publish({ documentId: doc, locale: '*' }),
    'publish again, nothing changed': ({ doc }) => articles.publish({ documentId: doc }),
    'unpublish locale fr': ({ doc }) => articles.unpublish({ documentId: doc, locale: 'fr' }),
    'unpublish (default)': ({ doc }) => articles.unpublish({ documentId: doc }),
    'unpublish, nothing published': ({ doc }) => articles.unpublish({ documentId: doc }),
    'discardDraft, nothing published': ({ doc }) => articles.discardDraft({ documentId: doc }),
    "clone '*'": ({ doc }) => articles.clone({ documentId: doc, locale: '*', data: { title: 'Clone' } }),
    count: async () => ({ id: await articles.count({}), documentId: await articles.count({ status: 'published' }) }),
    'findMany limit': () => articles.findMany({ limit: 2, sort: 'title', status: 'published' }),
    'findMany page': () => articles.findMany({ page: 2, pageSize: 2, sort: 'title', status: 'published' }),
    findFirst: () => articles.findFirst({ filters: { title: { $contains: 'Draft' } } }),
    'create published, invalid': () => articles.create({ data: { title: 'x' }, status: 'published' }),
    'create published': (state) =>
      created(state, articles.create({ data: { title: 'Live one' }, status: 'published' })),
    'create with locale *': () => articles.create({ data: { title: 'Live one' }, locale: '*' }),
    'create with documentId': () =>
      articles.create({
        data: { title: 'With id', documentId: 'abcdefghijklmnopqrstuvwx' },
        documentId: 'zzzdefghijklmnopqrstuvwx',
      }),
    'update missing': () => articles.update({ documentId: 'nope', data: { title: 'nope' } }),
    'publish missing': () => articles.publish({ documentId: 'nope' }),
    'delete with status draft': ({ doc }) => articles.delete({ documentId: doc, status: 'draft' }),
    "delete locale '*'": ({ doc }) => articles.delete({ documentId: doc, locale: '*' }),
    'delete missing': () => articles.delete({ documentId: 'nope' }),
    'tag create': (state) => created(state, tags.create({ data: { name: 'T' } })),
    'tag publish': ({ doc }) => T.publish({ documentId: doc }),
    'tag update': ({ doc }) => tags.update({ documentId: doc, data: { name: 'T2' }, status: 'draft' }),
    'tag delete': ({ doc }) => tags.delete({ documentId: doc }),
    'entityService.create': () => strapi.entityService.create(article, { data: byEntityService }),
    'entityService.create publishedAt': () =>
      strapi.entityService.create(article, { data: { ...byEntityService, publishedAt: new Date() } }),
    'entityService.findMany': () => strapi.entityService.findMany(article, { filters: byEntityService }),
    'entityService.update by row id': async () => {
      const [entry] = await strapi.entityService.findMany(article, { filters: byEntityService })
      return strapi.entityService.update(article, entry?.id as number, { data: { rating: 9 } })
    },
    'db.query.findMany': () => strapi.db.query(article).findMany({ where: byEntityService }),
    'db.query.create': () => strapi.db.query(article).create({ data: { title: 'By db' } }),
    'service.create (core)': () => strapi.service(article).create({ data: { title: 'By service' } }),
    'service.find (core)': async () => {
      const { results, pagination } = await strapi.service(article).find({ pagination: { pageSize: 1 } })
      return { documentId: JSON.stringify(pagination), entries: results }
    },
    'transaction rolls back': async () => {
      const work = async () => {
        await articles.create({ data: { title: 'Rolled back' } })
        throw new Error('stop')
      }
      await strapi.db.transaction(work).catch(() => undefined)
      return articles.findFirst({ filters: { title: 'Rolled back' } })
    },
  }
}

/** The parts of `strapi` that the steps use. */
interface Strapi {
  readonly entityService: CodeAccess['entityService']
  readonly db: {
    readonly query: CodeAccess['query']
    readonly transaction: (work: () => Promise<unknown>) => Promise<unknown>
  }
  readonly service: (uid: string) => {
    readonly create: (parameters: Values) => Promise<unknown>
    readonly find: (parameters: Values) => Promise<{ readonly results: unknown; readonly pagination: unknown }>
  }
}

const eventNames = [
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
] as const satisfies readonly EventName[]

/** Logs the hooks, events and middlewares that run, in the form of the recording. */
function logAll({ hooks, events, documents }: DocumentServer['service'], log: string[]): void {
  const hook = (event: HookEvent) => {
    const { action, model, params, result } = event
    const { data, where } = params as { data?: Values; where?: Values }
    const publishedAt = data?.['publishedAt']
    const shown = {
      where,
      live: publishedAt === undefined ? undefined : publishedAt !== null,
      result: (result as Values | undefined)?.['id'],
    }
    log.push(`${action} ${model.singularName} ${JSON.stringify(shown)}`)
  }
  hooks.hooks.add([article, 'shared.seo'], Object.fromEntries(hookNames.map((name) => [name, hook])))
  events.listen({
    isHeard: (name) => (eventNames as readonly string[]).includes(name),
    emit(name, payload) {
      const { entry, model, uid } = payload as { entry: Values; model: string; uid: string }
      const keys = Object.keys(entry).length
      log.push(
        `EVENT ${name} ${model} ${uid} id=${String(entry['id'])} live=${entry['publishedAt'] !== null} keys=${keys}`,
      )
    },
  })
  documents.use(async ({ action, params }, next) => {
    const { status, locale } = params
    log.push(
      `MIDDLEWARE before ${action} ${JSON.stringify(Object.keys(params))} status=${String(status)} locale=${String(locale)}`,
    )
    const result = await next()
    log.push(`MIDDLEWARE after ${action}`)
    return result
  })
}

/** Returns a result in the form of the recording. */
function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(short)
  if (!isRecord(value)) return value
  const { entries, documentId, id, locale, publishedAt, title, rating, tags } = value
  if (entries) return { documentId, entries: (entries as unknown[]).map(short) }
  const names = Array.isArray(tags) ? { tags: (tags as readonly Values[]).map(({ name }) => name) } : {}
  const shown = { id, doc: documentId, locale, live: (publishedAt ?? null) !== null, title, rating, ...names }
  return JSON.parse(JSON.stringify(shown)) as unknown
}

/** Runs the steps that are known here in the recorded order. */
export async function runSteps(
  service: DocumentServer['service'],
  dialect: DialectName,
): Promise<readonly RecordedStep[]> {
  const log: string[] = []
  logAll(service, log)
  const steps = stepsOf(service)
  const state = { doc: '' }
  const run: RecordedStep[] = []
  for (const { step } of recordedSteps(dialect)) {
    if (!Object.hasOwn(steps, step)) continue
    log.length = 0
    let result: unknown
    try {
      result = short(await (async () => steps[step]?.(state))())
    } catch (error) {
      const { name, message } = error as Error
      result = { error: name, message }
    }
    run.push({ step, result, log: [...log] })
    // Later steps were recorded without this draft.
    if (step === 'discardDraft, nothing published')
      await service.documents.documents(article).delete({ documentId: state.doc })
  }
  return run
}
