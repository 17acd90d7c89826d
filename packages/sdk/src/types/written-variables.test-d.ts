import { describe, expectTypeOf, it } from 'vitest'
import type { Article, BlocksQuote, ContentTypes, SharedSeo } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../client.js'
import { createLocalization } from '../entries/localizations.js'
import { users } from '../users/users.js'
import type { SoundInput } from './checked-input.js'
import type { Collection, PaginationKey } from './collection.js'
import type {
  ComponentInput,
  CreateInput,
  LocalizationInput,
  ToManyInput,
  UpdateInput,
  ZoneItemInput,
} from './input.js'
import type { UnknownName } from './nearest.js'
import type { unknownName } from './unknown-name.js'

const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })
const articles = api.collection('articles')
const homepage = api.single('homepage')
type Collections = ContentTypes['collections']
declare const flag: boolean

describe('the message about an unknown name', () => {
  type Message<D, X> = SoundInput<D, never, X> extends { readonly [unknownName]: infer Text } ? Text : never

  it('has the path and a suggestion', () => {
    expectTypeOf<Message<Article, { raiting: 3 }>>().toEqualTypeOf<'Unknown name raiting. Did you mean rating?'>()
    type Nested = { seo: { canonical: { label: 'x'; ulr: 'y' } } }
    expectTypeOf<Message<Article, Nested>>().toEqualTypeOf<'Unknown name seo.canonical.ulr. Did you mean url?'>()
    type Item = { zone: [{ __component: 'blocks.quote'; txet: 'x' }] }
    expectTypeOf<Message<Article, Item>>().toEqualTypeOf<'Unknown name zone.txet. Did you mean text?'>()
    type Change = { tags: { conect: [7] } }
    expectTypeOf<Message<Article, Change>>().toEqualTypeOf<'Unknown name tags.conect. Did you mean connect?'>()
    expectTypeOf<Message<Article, { xyz: 1 }>>().toEqualTypeOf<'Unknown name xyz.'>()
    expectTypeOf<UnknownName<'size', PaginationKey>>().toEqualTypeOf<'Unknown name size. Did you mean pageSize?'>()
  })
})

describe('names in variables and spreads of data', () => {
  const right = { slug: 'x', rating: 4 }
  const wrong = { slug: 'x', raiting: 4 }

  it('are checked in each call that writes', () => {
    void articles.update(1, right)
    // @ts-expect-error -- an attribute
    void articles.update(1, wrong)
    void articles.create({ ...right, title: 'x' })
    // @ts-expect-error -- spread
    void articles.create({ ...wrong, title: 'x' })
    void createLocalization(api, 'articles', 1, { ...right, locale: 'fr' })
    // @ts-expect-error -- of a localisation
    void createLocalization(api, 'articles', 1, { ...wrong, locale: 'fr' })
    const head = { headline: 'x' }
    void homepage.update(head)
    const misspelt = { headline: 'x', haedline: 'x' }
    // @ts-expect-error -- of a single type
    void homepage.update(misspelt)
    const accounts = api.with(users()).users
    const account = { username: 'a', email: 'a@b.c', password: 'secret', role: 1 }
    void accounts.create(account)
    const wrongAccount = { ...account, usernmae: 'b' }
    // @ts-expect-error -- of an account
    void accounts.create(wrongAccount)
    void accounts.update(1, { email: 'a@b.c' })
    // @ts-expect-error -- of an account
    void accounts.update(1, { ...wrongAccount, email: 'a@b.c' })
  })

  it('are checked in every member of a union', () => {
    void articles.update(1, { ...right, ...(flag ? { title: 'x' } : {}) })
    // @ts-expect-error -- in one case
    void articles.update(1, { ...right, ...(flag ? { titel: 'x' } : {}) })
    void articles.update(1, { ...right, ...(flag && { title: 'x' }) })
    // @ts-expect-error -- in one case
    void articles.update(1, { ...right, ...(flag && { titel: 'x' }) })
    void articles.update(1, flag ? right : { title: 'x' })
    // @ts-expect-error -- in one case
    void articles.update(1, flag ? right : wrong)
    const perhaps: { slug?: string; raiting?: number } = {}
    // @ts-expect-error -- optional
    void articles.update(1, perhaps)
    const known: { slug?: string; rating?: number } = {}
    void articles.update(1, known)
  })

  it('are checked in components', () => {
    const seo = { metaTitle: 'x', noIndex: true }
    void articles.update(1, { seo })
    const misspelt = { metaTitle: 'x', noIndxe: true }
    // @ts-expect-error -- of a component
    void articles.update(1, { seo: misspelt })
    void articles.update(1, { seo: { ...seo, canonical: { label: 'x' } } })
    const canonical = { label: 'x', ulr: 'y' }
    // @ts-expect-error -- of a component within
    void articles.update(1, { seo: { ...seo, canonical } })
    const links = ['a', 'b'].map((label) => ({ label, url: label }))
    void articles.update(1, { links })
    const wrongLinks = ['a', 'b'].map((label) => ({ label, ulr: label }))
    // @ts-expect-error -- in a list
    void articles.update(1, { links: wrongLinks })
    // @ts-expect-error -- in a list that is put together
    void articles.update(1, { links: [...links, ...wrongLinks] })
    void articles.update(1, { links: [...links, { id: 3, url: 'x' }] })
  })

  it('are checked in the items of a zone, by their component', () => {
    const quote = { __component: 'blocks.quote' as const, text: 'x' }
    const gallery = { __component: 'blocks.gallery' as const, images: [1] }
    void articles.update(1, { zone: [quote, gallery] })
    void articles.update(1, { zone: [flag ? quote : gallery] })
    const zone = [quote, gallery]
    void articles.update(1, { zone })
    const misspelt = { ...quote, txet: 'y' }
    // @ts-expect-error -- an attribute
    void articles.update(1, { zone: [misspelt] })
    const mixed = { ...quote, images: [1] }
    // @ts-expect-error -- an attribute of another component
    void articles.update(1, { zone: [gallery, mixed] })
    const within = { ...gallery, links: [{ label: 'x', ulr: 'y' }] }
    // @ts-expect-error -- in a component within
    void articles.update(1, { zone: [within] })
  })

  it('are checked in relations', () => {
    const change = { connect: [6, { id: 7, position: { before: 2 } }], disconnect: [4, { id: 5 }] }
    void articles.update(1, { tags: change })
    const conect = { conect: [6], disconnect: [4] }
    // @ts-expect-error -- an operation
    void articles.update(1, { tags: conect })
    const position = { connect: [{ id: 7, positoin: { before: 2 } }] }
    // @ts-expect-error -- of a connected entry
    void articles.update(1, { tags: position })
    const place = { connect: [{ id: 7, position: { before: 2, atfer: 3 } }] }
    // @ts-expect-error -- of a position
    void articles.update(1, { tags: place })
    const misplaced = { disconnect: [{ id: 7, position: { before: 2 } }] }
    // @ts-expect-error -- positions are for connecting
    void articles.update(1, { tags: misplaced })
    const inOne = { connect: [{ id: 7, position: { end: true as const } }] }
    void articles.update(1, { tags: inOne })
    // @ts-expect-error -- one entry has no order
    void articles.update(1, { author: inOne })
    const entries = [{ id: 1, name: 'x' }]
    // @ts-expect-error -- an entry is named by its id
    void articles.update(1, { tags: entries })
    void articles.update(1, { tags: entries.map(({ id }) => id) })
    void articles.update(1, { tags: entries.map(({ id }) => ({ id })) })
  })

  it('may be those of an entry that was read and is sent back', async () => {
    const article = (await articles.first())!
    void articles.update(article.id, { ...article, title: 'x' })
    const { data } = await articles.find({ fields: ['title'], populate: { seo: true, zone: true, links: true } })
    const [whole] = data
    void articles.update(1, { ...whole, title: 'x' })
    const tag = await api.collection('tags').findOne(1)
    // @ts-expect-error -- a tag has no locale
    void api.collection('tags').update(1, { ...tag, locale: 'fr' })
    // @ts-expect-error -- the server would ignore it, so a literal can't contain it
    void api.collection('tags').update(1, { updatedAt: '2026-01-01' })
  })
})

describe('data in variables', () => {
  it('may have the types of the package', () => {
    const created: CreateInput<Article> = { title: 'x', tags: [1], seo: { metaTitle: 'x' } }
    void articles.create(created)
    void articles.create({ ...created, slug: 'x' })
    // @ts-expect-error -- besides all known names
    void articles.create({ ...created, slgu: 'x' })
    const changes: UpdateInput<Article> = {}
    if (flag) changes.title = 'x'
    void articles.update(1, changes)
    void articles.update(1, { ...changes, seo: null })
    const some: Partial<UpdateInput<Article>> = { title: 'x' }
    void articles.update(1, some)
    const two: Pick<UpdateInput<Article>, 'title' | 'seo'> = { title: 'x' }
    void articles.update(1, two)
    const french: LocalizationInput<Article> = { locale: 'fr', title: 'x' }
    void createLocalization(api, 'articles', 1, french)
    const seo: ComponentInput<SharedSeo> = { metaTitle: 'x' }
    const tags: ToManyInput = [1]
    void articles.update(1, { seo, tags })
    const quote: ZoneItemInput<BlocksQuote> = { __component: 'blocks.quote', text: 'x' }
    void articles.create({ title: 'x', zone: [quote] })
    const other: UpdateInput<Collections['tags']> = { weight: 3 }
    void api.collection('tags').update(1, other)
    // @ts-expect-error -- of another type
    void articles.update(1, other)
  })

  it('may have types of the application', () => {
    interface Form {
      title: string
      slug?: string | null
      seo?: { metaTitle: string; noIndex?: boolean }
    }
    const form: Form = { title: 'x' }
    void articles.create(form)
    void articles.update(1, form)
    interface Misspelt extends Form {
      raiting?: number
    }
    const misspelt: Misspelt = form
    // @ts-expect-error -- an attribute
    void articles.update(1, misspelt)
    const fields: Record<'title' | 'slug', string> = { title: 'x', slug: 'y' }
    void articles.update(1, fields)
    const anything: Record<string, string> = {}
    // @ts-expect-error -- any name is possible
    void articles.update(1, anything)
    const parsed = JSON.parse('{}')
    void articles.update(1, parsed)
  })

  it('may belong to a generic content type', () => {
    const save = <D>(entries: Collection<D, 'flat'>, data: UpdateInput<D>) => entries.update(1, data)
    void save(articles, { title: 'x' })
    // @ts-expect-error -- an attribute
    void save(articles, { titel: 'x' })
    const make = <Name extends 'articles' | 'tags'>(name: Name, data: CreateInput<Collections[Name]>) =>
      api.collection(name).create(data)
    void make('tags', { name: 'x' })
    // @ts-expect-error -- of another type
    void make('articles', { name: 'x' })
    const create = async (data: Parameters<typeof articles.create>[0]) => articles.create(data)
    void create({ title: 'x' })
    // @ts-expect-error -- an attribute
    void create({ title: 'x', raiting: 3 })
  })

  it('may be any object without generated types', () => {
    const anything = createClient({ baseURL: 'http://cms.test' }).collection('anything')
    interface Form {
      title: string
    }
    const form: Form = { title: 'x' }
    void anything.create(form)
    void anything.update(1, { ...form, nested: { a: [1] } })
    void anything.find({ filters: form })
    // @ts-expect-error -- a list
    void anything.create([form])
    // @ts-expect-error -- a list
    void anything.find({ filters: [form] })
  })
})

describe('parameters of single entries', () => {
  it('reject unknown names in variables and spreads', () => {
    const right = { fields: ['title' as const], locale: 'fr' }
    const wrong = { ...right, popualte: ['author'] }
    void articles.findOne(1, right)
    // @ts-expect-error -- a parameter
    void articles.findOne(1, wrong)
    void articles.create({ title: 'x' }, right)
    // @ts-expect-error -- a parameter
    void articles.create({ title: 'x' }, wrong)
    void articles.update(1, { title: 'x' }, { ...right, populate: ['author'] })
    // @ts-expect-error -- spread
    void articles.update(1, { title: 'x' }, { ...wrong, populate: ['author'] })
    void articles.delete(1, right)
    // @ts-expect-error -- a parameter
    void articles.delete(1, wrong)
    const one = { populate: ['seo' as const] }
    const wrongOne = { ...one, feilds: ['headline'] }
    void homepage.find(one)
    // @ts-expect-error -- a parameter
    void homepage.find(wrongOne)
    void homepage.update({ headline: 'x' }, one)
    // @ts-expect-error -- a parameter
    void homepage.update({ headline: 'x' }, wrongOne)
    void homepage.delete(one)
    // @ts-expect-error -- a parameter
    void homepage.delete(wrongOne)
  })
})
