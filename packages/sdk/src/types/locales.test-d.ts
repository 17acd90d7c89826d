import { expectTypeOf, it } from 'vitest'
import type { ContentTypes as ListedTypes } from '../../test/fixtures/strapi5/content-types.gen.js'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../client.js'
import { createLocalization } from '../entries/localizations.js'

it('locales are a union if generated code lists them', async () => {
  const api = createClient<ListedTypes>({ baseURL: 'http://cms.test' })
  const articles = api.collection('articles')
  const found = await articles.first({ locale: 'fr' })
  expectTypeOf(found!.locale).toEqualTypeOf<'en' | 'fr'>()
  await articles.find({ locale: 'all' })
  await articles.create({ title: 'One', locale: 'en' })
  await createLocalization(api, 'articles', 1, { locale: 'fr', title: 'Un' })
  // @ts-expect-error -- no such locale
  await articles.find({ locale: 'de' })
  // @ts-expect-error -- no such locale
  await articles.create({ title: 'One', locale: 'de' })
  // @ts-expect-error -- no such locale
  await createLocalization(api, 'articles', 1, { locale: 'de', title: 'Eins' })
  // @ts-expect-error -- tags have no locales
  await api.collection('tags').find({ locale: 'en' })
})

it('locales are any string otherwise', async () => {
  const articles = createClient<ContentTypes>({ baseURL: 'http://cms.test' }).collection('articles')
  const found = await articles.first({ locale: 'de' })
  expectTypeOf(found!.locale).toEqualTypeOf<string>()
  await articles.create({ title: 'Eins', locale: 'de' })
})
